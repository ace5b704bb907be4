import { afterEach } from '@jest/globals';
import { type Application, type Config, createFacades, type MiddlewareFactories, setup } from '@taproot/core';
import { type AnyPlugin, definePlugin } from '@taproot/core/plugin';
import { type ConnectionConfig, database, sql } from '@taproot/database';
import { queue } from '@taproot/queue';
import { type Router, routing } from '@taproot/routing';
import { validation } from '@taproot/validation';
import { type Endpoint, webhooks, webhookTables } from '@taproot/webhooks';
import { anyTables } from '../../database/support/application.ts';
import { freshTables } from '../../queue/support/application.ts';

const open: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of open.splice(0).toReversed()) await close();
});

/** What a test wants of its application. */
export interface Wanted {
  readonly config?: Config['webhooks'];
  readonly engine?: 'database' | 'sync';
  readonly plugins?: readonly AnyPlugin[];
  readonly routes?: (route: Router, middleware: MiddlewareFactories) => void;
  readonly env?: Readonly<Record<string, string>>;
  /** SQLite in memory by default. */
  readonly connection?: ConnectionConfig;
}

/** An application with a queue, a database and webhooks, and what it reported. */
export const boot = async ({
  config = {},
  engine = 'database',
  plugins = [],
  routes = () => undefined,
  env = {},
  connection = { driver: 'sqlite', path: ':memory:' },
}: Wanted = {}) => {
  const reports: (Error & { readonly code?: string })[] = [];
  const paused: Endpoint[] = [];
  const reporting = definePlugin({
    name: 'reporting',
    apply: (app) => app.hooks.report.tap('reporting', (error) => void reports.push(error as Error)),
  });
  const handle = createFacades();
  const app = await setup(handle, { basePath: import.meta.dirname, env: { APP_ENV: 'testing', ...env } })
    .withPlugins([reporting, routing(), validation(), database(), queue({ engine }), webhooks(), ...plugins])
    .withConfig({
      database: { default: 'main', connections: { main: connection } },
      webhooks: config,
    })
    .withPausedWebhooks((endpoint) => void paused.push(endpoint))
    .withRouting((route) => routes(route, handle.middleware))
    .create();
  open.push(() => app.close());
  const db = anyTables(app);
  await freshTables(db);
  for (const statement of webhookTables.down)
    await sql.raw(statement.replace('drop table', 'drop table if exists')).execute(db);
  for (const statement of webhookTables.up) await sql.raw(statement).execute(db);
  return { app, db, reports, paused };
};

/** The jobs that wait may begin now. */
export const dueNow = async (app: Application): Promise<void> => {
  await sql.raw('update queue_jobs set due_at = 0 where due_at is not null').execute(anyTables(app));
};
