// Taproot with one route, on the driver that the first argument names; `async` as second makes its handler asynchronous,
// as those that ask a database are.
import { serveTaproot } from './taproot.js';

const [driver = 'koa', kind = 'sync'] = process.argv.slice(2);

await serveTaproot((route) => {
  if (kind === 'async')
    route.get('/', async (ctx) => ctx.response().string(200, await Promise.resolve('Hello, world!')));
  else route.get('/', (ctx) => ctx.response().string(200, 'Hello, world!'));
}, driver);
