// Taproot with one route; `async` as argument makes its handler asynchronous, as those that ask a database are.
import { serveTaproot } from './taproot.js';

const isAsync = process.argv[2] === 'async';

await serveTaproot((route) => {
  if (isAsync) route.get('/', async (ctx) => ctx.response().string(200, await Promise.resolve('Hello, world!')));
  else route.get('/', (ctx) => ctx.response().string(200, 'Hello, world!'));
});
