// Koa with koa-session, which keeps the session in a signed cookie.
import { Router } from '@koa/router';
import Koa from 'koa';
import session from 'koa-session';
import { serve } from './serve.js';
import { kept, secret, users } from './session-contract.js';

const app = new Koa();
app.keys = [secret];
const router = new Router();
router.get('/login', (ctx) => {
  Object.assign(ctx.session ?? {}, kept);
  ctx.body = {};
});
router.get('/me', (ctx) => {
  const user = users.get(ctx.session?.user);
  if (user === undefined) ctx.throw(401);
  ctx.body = user;
});
serve(app.use(session({}, app)).use(router.routes()).callback());
