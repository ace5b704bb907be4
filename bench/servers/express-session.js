// Express with express-session and connect-redis; it renews the time of a session with each request, unless told not to.
import express from 'express';
import session from 'express-session';
import { serve } from './serve.js';
import { kept, secret, users } from './session-contract.js';
import { redisStore } from './session-redis.js';

const touches = process.argv[2] !== 'still';
const store = await redisStore();
store.disableTouch = !touches;

const app = express();
app.use(session({ secret, store, resave: false, saveUninitialized: false, cookie: { maxAge: 7_200_000 } }));
app.get('/login', (request, response) => {
  Object.assign(request.session, { kept });
  response.json({});
});
app.get('/me', (request, response) => {
  const user = users.get(request.session.kept?.user ?? -1);
  response.status(user === undefined ? 401 : 200).json(user);
});
serve(app);
