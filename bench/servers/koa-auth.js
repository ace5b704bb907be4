// Koa with koa-jwt.
import { Router } from '@koa/router';
import Koa from 'koa';
import jwt from 'koa-jwt';
import { secret, users } from './auth-contract.js';
import { serve } from './serve.js';

const router = new Router();
router.get('/me', jwt({ secret, algorithms: ['HS256'] }), (ctx) => {
  const user = users.get(ctx.state.user.sub);
  if (user === undefined) ctx.throw(401);
  ctx.body = user;
});
serve(new Koa().use(router.routes()).callback());
