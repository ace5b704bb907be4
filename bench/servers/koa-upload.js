// Bare Koa with koa-body, which leaves what it spooled behind: whoever runs it for a day removes it, as is done here.
import { unlink } from 'node:fs/promises';
import Koa from 'koa';
import { koaBody } from 'koa-body';
import { serve } from './serve.js';

const app = new Koa();
app.use(koaBody({ multipart: true }));
app.use(async (ctx) => {
  const photo = ctx.request.files?.photo;
  if (photo === undefined || Array.isArray(photo)) return ctx.throw(400);
  await unlink(photo.filepath);
  ctx.body = { bytes: photo.size };
});
serve(app.callback());
