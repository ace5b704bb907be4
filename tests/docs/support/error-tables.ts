import { errors as accountErrors } from '@taproot/account';
import { errors as authErrors } from '@taproot/auth';
import { errors as broadcastErrors } from '@taproot/broadcast';
import { errors as cacheErrors } from '@taproot/cache';
import { errors as consoleErrors } from '@taproot/console';
import { errors as coreErrors } from '@taproot/core/internal';
import { errors as corsErrors } from '@taproot/cors';
import { errors as databaseErrors } from '@taproot/database';
import { errors as devErrors } from '@taproot/dev';
import { errors as eventErrors } from '@taproot/events';
import { errors as healthErrors } from '@taproot/health';
import { errors as koaErrors } from '@taproot/koa';
import { errors as langErrors } from '@taproot/lang';
import { errors as logErrors } from '@taproot/log';
import { errors as mailErrors } from '@taproot/mail';
import { errors as mcpErrors } from '@taproot/mcp';
import { errors as openApiErrors } from '@taproot/openapi';
import { errors as otelErrors } from '@taproot/otel';
import { errors as queueErrors } from '@taproot/queue';
import { errors as redisErrors } from '@taproot/redis';
import { errors as routingErrors } from '@taproot/routing';
import { errors as scheduleErrors } from '@taproot/schedule';
import { errors as securityErrors } from '@taproot/security';
import { errors as sessionErrors } from '@taproot/session';
import { errors as storageErrors } from '@taproot/storage';
import { errors as testingErrors } from '@taproot/testing';
import { errors as throttleErrors } from '@taproot/throttle';
import { errors as validationErrors } from '@taproot/validation';
import { errors as viewErrors } from '@taproot/views';
import { errors as viteErrors } from '@taproot/vite';
import { errors as webhookErrors } from '@taproot/webhooks';
import { errors as websocketErrors } from '@taproot/websocket';

/** The error table of every package, under its heading on docs/errors.md. */
export const errorTables = [
  ['Core', coreErrors],
  ['Routing', routingErrors],
  ['Koa', koaErrors],
  ['CORS', corsErrors],
  ['Log', logErrors],
  ['Lang', langErrors],
  ['Throttle', throttleErrors],
  ['Validation', validationErrors],
  ['Auth', authErrors],
  ['Session', sessionErrors],
  ['Security', securityErrors],
  ['Console', consoleErrors],
  ['Dev', devErrors],
  ['Database', databaseErrors],
  ['Testing', testingErrors],
  ['Redis', redisErrors],
  ['Health', healthErrors],
  ['Broadcast', broadcastErrors],
  ['Cache', cacheErrors],
  ['WebSocket', websocketErrors],
  ['Queue', queueErrors],
  ['Schedule', scheduleErrors],
  ['Mail', mailErrors],
  ['Storage', storageErrors],
  ['Views', viewErrors],
  ['Vite', viteErrors],
  ['Events', eventErrors],
  ['Webhooks', webhookErrors],
  ['Accounts', accountErrors],
  ['OpenTelemetry', otelErrors],
  ['OpenAPI', openApiErrors],
  ['MCP', mcpErrors],
] as const;
