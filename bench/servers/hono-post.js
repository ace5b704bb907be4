// Hono on Node with its own CORS and its validator of zod schemas.

import { getRequestListener } from '@hono/node-server';
import { getConnInfo } from '@hono/node-server/conninfo';
import { zValidator } from '@hono/zod-validator';
import { Hono } from 'hono';
import { cors } from 'hono/cors';
import { recordSchema } from '../validators/zod-schemas.js';
import { origin, replyTo } from './post-contract.js';
import { rateLimit } from './rate-limit.js';
import { serve } from './serve.js';

const app = new Hono();
app.use(cors({ origin }));
app.use(async (c, next) => {
  const headers = await rateLimit(getConnInfo(c).remote.address ?? '');
  await next();
  for (const [name, value] of Object.entries(headers)) c.res.headers.set(name, value);
});
app.post('/people', zValidator('json', recordSchema), (c) => c.json(replyTo(c.req.valid('json'))));
serve(getRequestListener(app.fetch));
