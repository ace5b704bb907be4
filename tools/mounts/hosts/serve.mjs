// The application in Bun.serve() or Deno.serve(), and behind node:http of either: `serve.mjs web` or `serve.mjs node`. It writes a line with its
// address, closes the application at a line of standard input, and writes what it saw.
import { createInterface } from 'node:readline';
import { boot } from './hosted.mjs';
import { hosts, listen } from './runtime-hosts.mjs';

const order = [];
const reported = [];
const app = await boot(order, reported);
await app.open();
const url = await (process.argv[2] === 'web' ? hosts.web(app) : listen(hosts.node(app)));
console.log(JSON.stringify({ url: `${url}/api` }));
createInterface(process.stdin).once('line', async () => {
  const failures = await app.close();
  console.log(JSON.stringify({ failures: failures.map(String), order, reported }));
});
