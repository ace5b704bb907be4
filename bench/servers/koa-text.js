// Bare Koa: what every address costs before there is a router.
import Koa from 'koa';
import { serve } from './serve.js';

const app = new Koa();
app.use((ctx) => {
  ctx.body = 'Hello, world!';
});
serve(app.callback());
