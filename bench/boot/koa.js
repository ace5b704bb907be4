// The least that an application of these parts can be.
import { Router } from '@koa/router';
import Koa from 'koa';
import { koaBody } from 'koa-body';

const router = new Router();
router.get('/', (ctx) => {
  ctx.body = 'Koa';
});

const app = new Koa();
app.use(koaBody());
app.use(router.routes());
const server = app.listen(0, '127.0.0.1', () => {
  const address = server.address();
  if (address !== null && typeof address === 'object') console.log(`listens on http://127.0.0.1:${address.port}`);
});
