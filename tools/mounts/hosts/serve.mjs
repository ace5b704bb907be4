// The application in a runtime: `serve.mjs node` behind node:http, `serve.mjs web` behind Bun.serve() or Deno.serve(). It writes a line with its
// address, closes the application at a line of standard input, and writes what it saw.
import { createInterface } from 'node:readline';
import { listen, requestsBelow } from './below.mjs';
import { boot } from './hosted.mjs';

const order = [];
const reported = [];
const app = await boot(order, reported);
await app.open();
const route = app.facades.Route();

const web = () => {
  const at = { port: 0, hostname: '127.0.0.1' };
  if (globalThis.Bun !== undefined)
    return Bun.serve({
      ...at,
      fetch: (request, server) => route.fetch(request, { prefix: '/api', ip: server.requestIP(request).address }),
    }).port;
  const answer = (request, { remoteAddr }) => route.fetch(request, { prefix: '/api', ip: remoteAddr.hostname });
  return Deno.serve({ ...at, onListen: () => undefined }, answer).addr.port;
};

const url =
  process.argv[2] === 'web' ? `http://127.0.0.1:${web()}` : (await listen(app, requestsBelow('/api', app))).url;
console.log(JSON.stringify({ url: `${url}/api` }));
createInterface(process.stdin).once('line', async () => {
  const failures = await app.close();
  console.log(JSON.stringify({ failures: failures.map(String), order, reported }));
});
