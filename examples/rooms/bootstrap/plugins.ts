import { auth } from '@taproot/auth';
import { broadcast } from '@taproot/broadcast';
import { consoleKernel } from '@taproot/console';
import { database } from '@taproot/database';
import { fastify } from '@taproot/fastify';
import { health } from '@taproot/health';
import { lang } from '@taproot/lang';
import { log } from '@taproot/log';
import { openapi } from '@taproot/openapi';
import { routing } from '@taproot/routing';
import { throttle } from '@taproot/throttle';
import { validation } from '@taproot/validation';

/** The plugins of this application. Each brings its facades, middleware, configuration and commands. */
export const plugins = [
  consoleKernel(),
  routing(),
  log(),
  fastify(),
  health(),
  throttle(),
  lang(),
  validation(),
  database(),
  auth(),
  broadcast(),
  openapi(),
];
