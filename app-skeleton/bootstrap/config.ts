import { app } from '../config/app.ts';
import { cors } from '../config/cors.ts';
import { http } from '../config/http.ts';
import { limiter } from '../config/limiter.ts';
import { posts } from '../config/posts.ts';

/** The files under config/, by name. What they leave out keeps its default. */
export const config = { app, cors, http, limiter, posts };
