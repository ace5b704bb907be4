import { app } from '../config/app.ts';
import { auth } from '../config/auth.ts'; // part: auth
import { cors } from '../config/cors.ts';
import { database } from '../config/database.ts'; // part: database
import { http } from '../config/http.ts';
import { limiter } from '../config/limiter.ts';
import { posts } from '../config/posts.ts';
import { redis } from '../config/redis.ts';

/** The files under config/, by name. What they leave out keeps its default. */
export const config = {
  app,
  auth, // part: auth
  cors,
  database, // part: database
  http,
  limiter,
  posts,
  redis,
};
