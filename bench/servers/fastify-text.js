// Bare Fastify with one route.
import fastify from 'fastify';
import { serveFastify } from './serve-fastify.js';

const app = fastify();
app.get('/', (_request, reply) => {
  void reply.type('text/plain; charset=utf-8').send('Hello, world!');
});
await serveFastify(app);
