// Hono on Node with its own parser of forms, which keeps files in memory.
import { getRequestListener } from '@hono/node-server';
import { Hono } from 'hono';
import { serve } from './serve.js';

const app = new Hono();
app.post('/photos', async (c) => {
  const { photo } = await c.req.parseBody();
  return c.json({ bytes: photo instanceof File ? photo.size : 0 });
});
serve(getRequestListener(app.fetch));
