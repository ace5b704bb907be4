import { account } from '@taproot/account';
import { auth } from '@taproot/auth';
import { broadcast } from '@taproot/broadcast';
import { cache } from '@taproot/cache';
import { consoleKernel } from '@taproot/console';
import { cors } from '@taproot/cors';
import { crypt } from '@taproot/crypt';
import { database } from '@taproot/database';
import { devtools } from '@taproot/devtools';
import { events } from '@taproot/events';
import { health } from '@taproot/health';
import { lang } from '@taproot/lang';
import { log } from '@taproot/log';
import { mailer } from '@taproot/mail';
import { mcp } from '@taproot/mcp';
import { openapi } from '@taproot/openapi';
import { otel } from '@taproot/otel';
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
import { vite } from '@taproot/vite';
import { webhooks } from '@taproot/webhooks';
import { websocket } from '@taproot/websocket';
import { apiKey } from 'taproot-api-key';
import { bare } from 'taproot-bare';
import { echo } from 'taproot-echo';
import { metrics } from 'taproot-metrics';
import { throttleDatabase } from 'taproot-throttle-database';

export const plugins = [
  consoleKernel(),
  routing(),
  bare(),
  security(),
  crypt(),
  session(),
  cors(),
  redis(),
  throttle(),
  lang(),
  validation(),
  database(),
  cache(),
  queue({ engine: 'database' }),
  schedule(),
  mailer(),
  storage(),
  events(),
  webhooks(),
  account(),
  auth(),
  health(),
  devtools(),
  broadcast(),
  views(),
  vite(),
  websocket(),
  log(),
  otel(),
  openapi(),
  mcp(),
  apiKey(),
  echo(),
  metrics(),
  throttleDatabase(),
];
