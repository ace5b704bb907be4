import { report } from './serve.js';

/** Serves a Fastify application on any free port. */
export const serveFastify = async (/** @type {import('fastify').FastifyInstance} */ app) => {
  const address = await app.listen({ host: '127.0.0.1', port: 0 });
  report(Number(new URL(address).port));
};
