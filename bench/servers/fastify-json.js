// Bare Fastify with many routes; the argument is how many. Without a schema for the reply, which no handler here has.
import fastify from 'fastify';
import { routeShapes } from '../lib/route-shapes.js';
import { serveFastify } from './serve-fastify.js';

const [routes = '10'] = process.argv.slice(2);
const app = fastify();
for (let route = 0; route < Number(routes); route++) {
  // The grammar of find-my-way, where it is that of path-to-regexp.
  app.get(routeShapes.literal.koa(route), (request, reply) => {
    void reply.send({ id: /** @type {{ id: string }} */ (request.params).id, route });
  });
}
await serveFastify(app);
