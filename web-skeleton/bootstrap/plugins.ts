import { account } from '@taproot/account';
import { auth } from '@taproot/auth';
import { consoleKernel } from '@taproot/console';
import { crypt } from '@taproot/crypt';
import { database } from '@taproot/database';
import { fastify } from '@taproot/fastify';
import { health } from '@taproot/health';
import { lang } from '@taproot/lang';
import { log } from '@taproot/log';
import { mailer } from '@taproot/mail';
import { redis } from '@taproot/redis';
import { routing } from '@taproot/routing';
import { security } from '@taproot/security';
import { session } from '@taproot/session';
import { throttle } from '@taproot/throttle';
import { validation } from '@taproot/validation';
import { views } from '@taproot/views';
import { vite } from '@taproot/vite';
import { development } from './development.ts';

/** The plugins of this application. Each brings its facades, middleware, configuration and commands. */
export const plugins = [
  consoleKernel(),
  routing(),
  log(),
  fastify(),
  health(),
  security(),
  crypt(),
  redis(),
  throttle(),
  lang(),
  validation(),
  database(),
  session(),
  auth(),
  account(),
  mailer(),
  views(),
  vite(),
  ...development,
];
