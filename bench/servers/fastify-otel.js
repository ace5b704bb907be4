// Fastify with one route and @fastify/otel: a span for the request and one for its handler.
import FastifyOtel from '@fastify/otel';
import fastify from 'fastify';
import { serveFastify } from './serve-fastify.js';
import { provider } from './tracing.js';

const instrumentation = new FastifyOtel.FastifyOtelInstrumentation();
instrumentation.setTracerProvider(provider);
const app = fastify();
await app.register(instrumentation.plugin());
app.get('/', (_request, reply) => {
  void reply.type('text/plain; charset=utf-8').send('Hello, world!');
});
await serveFastify(app);
