import { account } from '@taproot/account';
import { auth } from '@taproot/auth';
import { broadcast } from '@taproot/broadcast';
import { cache } from '@taproot/cache';
import { type CommandModule, consoleKernel } from '@taproot/console';
import type { AnyPlugin } from '@taproot/core/plugin';
import { cors } from '@taproot/cors';
import { crypt } from '@taproot/crypt';
import { database } from '@taproot/database';
import { devtools } from '@taproot/devtools';
import { events } from '@taproot/events';
import { fastify } from '@taproot/fastify';
import { health } from '@taproot/health';
import { koa } from '@taproot/koa';
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
import { corePlugin } from '../../../../core/src/application/setup.ts';

/** What makes each plugin of the house, by the name of the function. */
export const makers = {
  routing,
  auth,
  broadcast,
  cache,
  consoleKernel,
  cors,
  crypt,
  database,
  devtools,
  fastify,
  health,
  koa,
  lang,
  log,
  mailer,
  storage,
  events,
  vite,
  webhooks,
  account,
  mcp,
  openapi,
  otel,
  queue,
  redis,
  schedule,
  security,
  session,
  throttle,
  validation,
  views,
  websocket,
} as const;

/** Every plugin of the house, the core's own part first. */
export const plugins: readonly AnyPlugin[] = [corePlugin, ...Object.values(makers).map((make) => make())];

export type { CommandModule };
