// Fastify with @fastify/jwt, which keeps verified tokens when the argument is `cache`.
import jwt from '@fastify/jwt';
import fastify from 'fastify';
import { secret, users } from './auth-contract.js';
import { serveFastify } from './serve-fastify.js';

const app = fastify();
await app.register(jwt, { secret, verify: { algorithms: ['HS256'], cache: process.argv[2] === 'cache' } });
app.get('/me', { onRequest: (request) => request.jwtVerify() }, (request, reply) => {
  const user = users.get(/** @type {{ sub: string }} */ (request.user).sub);
  void reply.code(user === undefined ? 401 : 200).send(user);
});
await serveFastify(app);
