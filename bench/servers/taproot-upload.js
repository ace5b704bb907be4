// Taproot taking in a file, on the driver that the argument names; what it spooled goes with the request.
import { serveTaproot } from './taproot.js';

const [driver = 'koa'] = process.argv.slice(2);

await serveTaproot((route) => {
  route.post('/photos', (ctx) => ctx.response().json(200, { bytes: ctx.request().file('photo')?.size }));
}, driver);
