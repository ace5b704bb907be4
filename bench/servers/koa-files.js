// Bare Koa with koa-static, the version that stands under ours.
import { fileURLToPath } from 'node:url';
import Koa from 'koa';
import serveFiles from 'koa-static';
import { serve } from './serve.js';

const app = new Koa();
// Clients that leave are no fault to print.
app.silent = true;
app.use(serveFiles(fileURLToPath(new URL('public', import.meta.url))));
serve(app.callback());
