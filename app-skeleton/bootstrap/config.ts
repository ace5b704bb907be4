import { app } from '../config/app.ts';
import { auth } from '../config/auth.ts';
import { cors } from '../config/cors.ts';
import { database } from '../config/database.ts';
import { http } from '../config/http.ts';
import { log } from '../config/log.ts';
import { posts } from '../config/posts.ts';
import { redis } from '../config/redis.ts';
import { throttle } from '../config/throttle.ts';

/** The files under config/, by name. What they leave out keeps its default. */
export const config = {
  app,
  auth,
  cors,
  database,
  http,
  throttle,
  log,
  posts,
  redis,
};
