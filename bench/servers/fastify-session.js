// Fastify with @fastify/secure-session, which keeps the session in an encrypted cookie.
import secureSession from '@fastify/secure-session';
import fastify from 'fastify';
import { serveFastify } from './serve-fastify.js';
import { kept, secret, users } from './session-contract.js';

const app = fastify();
await app.register(secureSession, { key: Buffer.from(secret).subarray(0, 32), expiry: 7200, cookie: { path: '/' } });
app.get('/login', (request, reply) => {
  request.session.set('kept', kept);
  void reply.send({});
});
app.get('/me', (request, reply) => {
  const user = users.get(request.session.get('kept')?.user);
  void reply.code(user === undefined ? 401 : 200).send(user);
});
await serveFastify(app);
