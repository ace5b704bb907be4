// Fastify with one route and its own logger: two lines for each request.
import fastify from 'fastify';
import { serveFastify } from './serve-fastify.js';

const app = fastify({ logger: { level: 'info', file: '/dev/null' } });
app.get('/', (_request, reply) => {
  void reply.type('text/plain; charset=utf-8').send('Hello, world!');
});
await serveFastify(app);
