// Bare Koa with what its applications are usually made of.
import cors from '@koa/cors';
import { Router } from '@koa/router';
import Koa from 'koa';
import { koaBody } from 'koa-body';
import { recordSchema } from '../validators/zod-schemas.js';
import { origin, replyTo } from './post-contract.js';
import { rateLimit } from './rate-limit.js';
import { serve } from './serve.js';

const router = new Router();
router.post('/people', (ctx) => {
  const { data, error } = recordSchema.safeParse(ctx.request.body);
  if (error !== undefined) {
    ctx.status = 422;
    ctx.body = { errors: error.issues };
    return;
  }
  ctx.body = replyTo(data);
});

const app = new Koa();
app.use(cors({ origin }));
app.use(async (ctx, next) => {
  ctx.set(await rateLimit(ctx.ip));
  await next();
});
app.use(koaBody());
app.use(router.routes());
serve(app.callback());
