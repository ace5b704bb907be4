// Fastify with @fastify/secure-session, which keeps the session in an encrypted cookie, or with @fastify/session and connect-redis.
import cookie from '@fastify/cookie';
import secureSession from '@fastify/secure-session';
import session from '@fastify/session';
import fastify from 'fastify';
import { serveFastify } from './serve-fastify.js';
import { kept, secret, users } from './session-contract.js';
import { redisStore } from './session-redis.js';

const app = fastify();
if (process.argv[2] === 'redis') {
  await app.register(cookie);
  const own = { secure: false, maxAge: 7_200_000 };
  await app.register(session, {
    secret,
    store: await redisStore(),
    saveUninitialized: false,
    rolling: false,
    cookie: own,
  });
} else
  await app.register(secureSession, { key: Buffer.from(secret).subarray(0, 32), expiry: 7200, cookie: { path: '/' } });
app.get('/login', (request, reply) => {
  request.session.set('kept', kept);
  void reply.send({});
});
app.get('/me', (request, reply) => {
  const user = users.get(request.session.get('kept')?.user ?? -1);
  void reply.code(user === undefined ? 401 : 200).send(user);
});
await serveFastify(app);
