import { account } from '../config/account.ts';
import { app } from '../config/app.ts';
import { auth } from '../config/auth.ts';
import { database } from '../config/database.ts';
import { http } from '../config/http.ts';
import { log } from '../config/log.ts';
import { redis } from '../config/redis.ts';
import { session } from '../config/session.ts';
import { throttle } from '../config/throttle.ts';

/** The files under config/, by name. What they leave out keeps its default. */
export const config = {
  account,
  app,
  auth,
  database,
  http,
  throttle,
  log,
  redis,
  session,
};
