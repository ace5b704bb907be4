import { join } from 'node:path';
import { describe, test } from '@jest/globals';
import { auth } from '@taproot/auth';
import { consoleKernel } from '@taproot/console';
import type { AnyPlugin } from '@taproot/core/plugin';
import { cors } from '@taproot/cors';
import { database, sql } from '@taproot/database';
import { health } from '@taproot/health';
import { lang } from '@taproot/lang';
import { otel } from '@taproot/otel';
import { redis } from '@taproot/redis';
import { routing } from '@taproot/routing';
import { type PluginCheckOptions, pluginChecks } from '@taproot/testing';
import { throttle } from '@taproot/throttle';
import { validation } from '@taproot/validation';
import { posts } from '../../app-skeleton/app/plugins/posts.ts';

const plugins: readonly (readonly [name: string, make: () => AnyPlugin, options?: PluginCheckOptions])[] = [
  ['console', consoleKernel],
  [
    'routing',
    routing,
    { use: async (app) => void (await (await fetch(app.facades.Http().address?.url ?? '')).text()) },
  ],
  ['cors', cors, { beside: () => [routing()] }],
  [
    'redis',
    redis,
    {
      use: (app) =>
        app.facades
          .Redis()
          .ping()
          .then(
            () => undefined,
            () => undefined,
          ),
    },
  ],
  ['health', health, { beside: () => [routing()] }],
  ['otel', otel],
  ['throttle', throttle, { beside: () => [routing()] }],
  ['lang', lang, { beside: () => [routing()], basePath: join(import.meta.dirname, '..', '..', '..', 'app-skeleton') }],
  ['validation', validation, { beside: () => [lang(), routing()] }],
  ['database', database, { use: async (app) => void (await sql`select 1`.execute(app.facades.DB())) }],
  ['auth', auth, { beside: () => [routing()], env: { APP_KEY: 'a-secret-of-thirty-two-characters-and-more' } }],
  ['posts', posts],
];

describe.each(plugins)('the plugin %s', (_name, make, options) => {
  for (const { name, run } of pluginChecks(make, options)) test(name, run);
});
