import { type Application, type FrameworkError, type Middleware } from '@taproot/core';
import { definePlugin, type Options, Stage } from '@taproot/core/plugin';
import { databaseDefaults } from './config/config.ts';
import type { Settings } from './config/settings.ts';
import type { AnyTables } from './connection/connection.ts';
import { databasesOf } from './connection/database-runtime.ts';
import { Databases } from './connection/databases.ts';
import { PluginDatabase } from './connection/plugin-database.ts';
import { poolFigures } from './connection/pool-figures.ts';
import { createDatabaseHooks, type DatabaseHooks } from './database-hooks.ts';
import { tracedWaits } from './drivers/traced-waits.ts';
import { migrateAtStart } from './migrations/migrate-at-start.ts';
import { loadMigrations } from './migrations/migration-files.ts';
import { Migrations, pendingCheck } from './migrations/migrations.ts';
import { moduleFolders } from './migrations/module-folder.ts';
import { Seeders } from './migrations/seeders.ts';
import { Presence } from './presence/presence.ts';
import { Rows } from './presence/rows.ts';
import { afterCommit } from './queries/after-commit.ts';
import { ambientOf, followTransactions, transactionAtHand } from './queries/ambient.ts';
import { TransactionMiddleware } from './queries/transaction-middleware.ts';
import type { ConnectionName, OpenDatabase, Queryable } from './tables.ts';

declare module '@taproot/core' {
  interface Facades {
    /** The query builder of kysely: `facades.DB().selectFrom('posts').selectAll().execute()`. */
    DB: OpenDatabase;
    /** The names of the connections, and the hook `query` for every statement. */
    Databases(): Databases;
    /** The migrations of the default connection, or of a named one: `await facades.Migrator().latest()`. */
    Migrator(connection?: string): Migrations;
    /** The seeders, on the default connection or a named one: `await facades.Seeder().run(['users'])`. */
    Seeder(connection?: string): Seeders;
  }
  interface MiddlewareFactories {
    /**
     * Runs everything inside of it in one transaction, of the default connection or of a named one. Inside, `facades.DB()` is that
     * transaction. It commits if the response has a status below 400, and rolls back otherwise, also after a thrown error. If the commit
     * fails, the response is that error. It never runs a handler again.
     * @throws E_DATABASE_UNKNOWN for a connection that is not configured.
     */
    transaction(connection?: ConnectionName): Middleware;
  }
  interface PluginHooks {
    /** Hooks of the database. */
    database: DatabaseHooks;
  }
  interface Provided {
    /** Gives plugins with tables of their own a connection by its name; null for the default one. */
    database: (connection: string | null) => PluginDatabase;
  }
}

const migrationsOf = (app: Application, connection?: string): Migrations => {
  const { basePath } = app;
  const folders = moduleFolders(app.config.database.migrations, basePath);
  return new Migrations(databasesOf(app).connection(connection), {
    folder: folders.source,
    load: () => loadMigrations(folders, basePath),
    skip: (drafts) => {
      if (app.config.app.env !== 'development') throw drafts;
      app.report(drafts, { where: 'database', warning: true });
    },
    warn: (notice) => app.report(notice, { where: 'database', warning: true }),
  });
};

const isOfWorker = (settings: Settings): boolean =>
  settings.forTests && !(settings.driver === 'sqlite' && settings.path === ':memory:');

/**
 * Databases: `facades.DB()`, migrations, and the rules `exists` and `unique`. Settings are in config/database.ts and `DATABASE_URL`; SQLite
 * in storage/ by default. `options` are settings of that file, and win over it. Take it from `@taproot/database`, and call it in the list
 * of `withPlugins()`.
 * @example setup().withPlugins([database()])
 */
export const database = (options?: Options<'database'>) =>
  definePlugin({
    name: 'database',
    config: { database: databaseDefaults },
    options: { database: options },
    facades: {
      // A cast, because only the application knows its tables.
      DB: (app) => ((connection?: string) => ambientOf(databasesOf(app).connection(connection).db)) as OpenDatabase,
      Databases: (app) => new Databases(databasesOf(app)),
      Migrator: (app) => (connection) => migrationsOf(app, connection),
      Seeder: (app) => (connection) =>
        new Seeders(
          databasesOf(app).connection(connection).db,
          moduleFolders(app.config.database.seeders, app.basePath),
          app.basePath,
        ),
    },
    middleware: {
      transaction: (app) => (connection) =>
        new TransactionMiddleware(databasesOf(app).connection(connection), connection),
    },
    hooks: { database: createDatabaseHooks },
    health: (app) => ({
      database: (signal) => databasesOf(app).check(signal),
      migrations: pendingCheck(() => migrationsOf(app)),
    }),
    traces: [tracedWaits],
    waits: (app) => ({ database: () => databasesOf(app).longestWait }),
    figures: (app) => poolFigures(() => databasesOf(app).pools),
    provides: {
      database: (app) => (connection) => new PluginDatabase(databasesOf(app).connection(connection)),
      presence: (app) => new Presence(databasesOf(app)),
      transactions: () => {
        followTransactions();
        return {
          afterCommit: async (work, transaction) => {
            const at = transaction ?? transactionAtHand();
            // A transaction is a query builder; the core does not know its type.
            await (at === null ? work() : afterCommit(at as Queryable<AnyTables>, work));
          },
        };
      },
      rows: (app) => (connection) => new Rows(databasesOf(app).connection(connection)),
    },
    commands: () => import('./commands/index.ts'),
    apply(app) {
      const opened = databasesOf(app);
      const { env, boot_timeout: seconds } = app.config.app;
      const migrate = async (): Promise<void> => {
        if (!app.config.database.migrate_on_boot) return;
        const connection = opened.connection();
        const migrations = app.facades.Migrator();
        // Each test worker has its own database, which may not exist yet.
        if (isOfWorker(connection.settings))
          await (await import('./testing/prepare.ts')).prepare(app, connection, null);
        else if (env === 'testing') await migrations.latest();
        else {
          const warn = (notice: FrameworkError): void => app.report(notice, { where: 'database', warning: true });
          await migrateAtStart(migrations, { connection: connection.name, seconds, warn });
        }
      };
      const stage = Stage.first;
      // Migrates at `start`, because console commands boot, too. Tests never start but need the tables, so they migrate at `boot`.
      if (env === 'testing') app.hooks.boot.tapPromise({ name: 'database', stage }, migrate);
      else app.hooks.start.tapPromise({ name: 'database', stage, unlimited: true }, migrate);
      // Closes last, because other plugins may still query while they close.
      app.hooks.shutdown.tapPromise({ name: 'database', stage: Stage.last }, () => opened.close());
    },
  });
