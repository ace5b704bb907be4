// Fastify with its own CORS and rate limit, and a schema that it compiles with Ajv.
import fastifyCors from '@fastify/cors';
import fastifyRateLimit from '@fastify/rate-limit';
import fastify from 'fastify';
import { recordSchema } from '../validators/ajv-schemas.js';
import { origin, pointsPerMinute, replyTo } from './post-contract.js';
import { serveFastify } from './serve-fastify.js';

// All messages, as the others give them; by itself it stops at the first.
const app = fastify({ ajv: { customOptions: { allErrors: true } } });
await app.register(fastifyCors, { origin });
await app.register(fastifyRateLimit, { max: pointsPerMinute, timeWindow: '1 minute' });
app.post('/people', { schema: { body: recordSchema } }, (request, reply) => {
  void reply.send(replyTo(/** @type {object} */ (request.body)));
});
await serveFastify(app);
