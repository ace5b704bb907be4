// Taproot with many routes: the arguments are the driver, how many routes, and their shape.
import { routeShapes } from '../lib/route-shapes.js';
import { serveTaproot } from './taproot.js';

const [driver = 'koa', routes = '10', shape = 'literal'] = process.argv.slice(2);
const { taproot } = shape === 'parameter' ? routeShapes.parameter : routeShapes.literal;

await serveTaproot((router) => {
  for (let route = 0; route < Number(routes); route++) {
    router.get(taproot(route), (ctx) => ctx.response().json(200, { id: ctx.request().route('id'), route }));
  }
}, driver);
