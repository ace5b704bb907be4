// Bare Koa + @koa/router with many routes; the argument is how many. Without allowedMethods(), which would cost it more.
import { Router } from '@koa/router';
import Koa from 'koa';
import { routeShapes } from '../lib/route-shapes.js';
import { serve } from './serve.js';

const [routes = '10'] = process.argv.slice(2);
const router = new Router();
for (let route = 0; route < Number(routes); route++) {
  router.get(routeShapes.literal.koa(route), (ctx) => {
    ctx.body = { id: ctx.params.id, route };
  });
}
serve(new Koa().use(router.routes()).callback());
