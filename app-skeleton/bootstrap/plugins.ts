import { auth } from '@taproot/auth';
import { consoleKernel } from '@taproot/console';
import { cors } from '@taproot/cors';
import { database } from '@taproot/database';
import { fastify } from '@taproot/fastify';
import { health } from '@taproot/health';
import { lang } from '@taproot/lang';
import { log } from '@taproot/log';
import { openapi } from '@taproot/openapi';
import { redis } from '@taproot/redis';
import { routing } from '@taproot/routing';
import { security } from '@taproot/security';
import { throttle } from '@taproot/throttle';
import { validation } from '@taproot/validation';
import { posts } from '../app/plugins/posts.ts';
import { development } from './development.ts';

/** The plugins of this application. Each brings its facades, middleware, configuration and commands. */
export const plugins = [
  consoleKernel(),
  routing(),
  log(),
  fastify(),
  health(),
  security(),
  cors(),
  redis(),
  throttle(),
  lang(),
  validation(),
  database(),
  auth(),
  openapi(),
  ...development,
  // Your own plugin.
  posts(),
];
