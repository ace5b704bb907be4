import { account } from '@taproot/account';
import { auth } from '@taproot/auth';
import { broadcast } from '@taproot/broadcast';
import { cache } from '@taproot/cache';
import { consoleKernel } from '@taproot/console';
import { crypt } from '@taproot/crypt';
import { database } from '@taproot/database';
import { events } from '@taproot/events';
import { fastify } from '@taproot/fastify';
import { health } from '@taproot/health';
import { lang } from '@taproot/lang';
import { log } from '@taproot/log';
import { mailer } from '@taproot/mail';
import { openapi } from '@taproot/openapi';
import { queue } from '@taproot/queue';
import { redis } from '@taproot/redis';
import { routing } from '@taproot/routing';
import { schedule } from '@taproot/schedule';
import { security } from '@taproot/security';
import { session } from '@taproot/session';
import { storage } from '@taproot/storage';
import { throttle } from '@taproot/throttle';
import { validation } from '@taproot/validation';
import { views } from '@taproot/views';
import { webhooks } from '@taproot/webhooks';
import { websocket } from '@taproot/websocket';
import { development } from './development.ts';

/** The plugins of this application. Each brings its facades, middleware, configuration and commands. */
export const plugins = [
  consoleKernel(),
  routing(),
  log(),
  fastify(),
  health(),
  security(),
  redis(),
  throttle(),
  lang(),
  validation(),
  crypt(),
  database(),
  session(),
  views(),
  auth(),
  account(),
  cache(),
  storage(),
  queue(),
  mailer(),
  events(),
  webhooks(),
  schedule(),
  broadcast(),
  websocket(),
  openapi(),
  ...development,
];
