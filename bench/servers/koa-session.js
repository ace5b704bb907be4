// Koa with koa-session, which keeps the session in a signed cookie, or on the Redis when the argument says so.
import { Router } from '@koa/router';
import { Redis } from 'ioredis';
import Koa from 'koa';
import session from 'koa-session';
import { serve } from './serve.js';
import { kept, secret, users } from './session-contract.js';

/** The three calls that koa-session asks of a store, each one command of Redis: no package of the kind does less. */
const redisStore = () => {
  const redis = new Redis(process.env.REDIS_URL ?? 'redis://127.0.0.1:6379');
  const nameOf = (/** @type {string} */ key) => `bench:${process.pid}:${key}`;
  return {
    get: async (/** @type {string} */ key) => JSON.parse((await redis.get(nameOf(key))) ?? 'null'),
    set: async (/** @type {string} */ key, /** @type {unknown} */ values) => {
      await redis.set(nameOf(key), JSON.stringify(values), 'EX', 600);
    },
    destroy: async (/** @type {string} */ key) => {
      await redis.del(nameOf(key));
    },
  };
};

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
const options = process.argv[2] === 'redis' ? { store: redisStore() } : {};
serve(app.use(session(options, app)).use(router.routes()).callback());
