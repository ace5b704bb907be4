// Bare Koa with koa-static.
import { fileURLToPath } from 'node:url';
import Koa from 'koa';
import serveFiles from 'koa-static';
import { serve } from './serve.js';

const app = new Koa();
// Clients that leave are no fault to print.
app.silent = true;
app.use(serveFiles(fileURLToPath(new URL('public', import.meta.url))));
serve(app.callback());
