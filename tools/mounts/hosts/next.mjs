// Next in production, with the application behind a route handler. Says and hears the same as serve.mjs.
import { createServer } from 'node:http';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import next from 'next';
import { boot } from './hosted.mjs';

const order = [];
const reported = [];
globalThis.taproot = await boot(order, reported);
await globalThis.taproot.open();
const app = next({ dev: false, dir: join(import.meta.dirname, '..', 'next') });
await app.prepare();
const handle = app.getRequestHandler();
const server = createServer((req, res) => handle(req, res));
await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
console.log(JSON.stringify({ url: `http://127.0.0.1:${server.address().port}/next/taproot` }));
createInterface(process.stdin).once('line', async () => {
  const failures = await globalThis.taproot.close();
  console.log(JSON.stringify({ failures: failures.map(String), order, reported }));
});
