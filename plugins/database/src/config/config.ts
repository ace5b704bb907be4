import { type Env } from '@taproot/core';
import { openRecord } from '@taproot/core/internal';
import type { ConnectionConfig } from './connection-config.ts';
import { readUrl } from './read-url.ts';

/** `database.migrations` by default. */
export const migrationsFolder = 'database/migrations';

/** `database.seeders` by default. */
export const seedersFolder = 'database/seeders';

/** The `database` configuration. */
export interface DatabaseConfig {
  /** Name of the connection that `facades.DB()` uses. By default the scheme of `DATABASE_URL`, or `sqlite`. */
  default: string;
  /** Connections by name; `sqlite`, `pgsql` and `mysql` by default. */
  connections: Record<string, ConnectionConfig>;
  /** Folder of the migrations: from the application's folder, or a file URL. */
  migrations: string | URL;
  /** Folder of the seeders: from the application's folder, or a file URL. */
  seeders: string | URL;
  /** Runs pending migrations of the default connection before the server opens, and in tests while they boot. */
  migrate_on_boot: boolean;
}

declare module '@taproot/core' {
  interface ConfigFiles {
    /** config/database.ts: connections and migrations. */
    database: DatabaseConfig;
  }
}

export const databaseDefaults = (env: Env): DatabaseConfig => {
  const url = env('DATABASE_URL', '');
  const driver = url === '' ? 'sqlite' : readUrl(url, 'DATABASE_URL').driver;
  const urlOf = (name: string) => (driver === name ? { url } : {});
  return {
    default: driver,
    connections: openRecord({
      sqlite: openRecord({ driver: 'sqlite', path: sqlitePath(url, driver) }),
      pgsql: openRecord({ driver: 'pgsql', ...urlOf('pgsql') }),
      mysql: openRecord({ driver: 'mysql', ...urlOf('mysql') }),
    }),
    migrations: migrationsFolder,
    seeders: seedersFolder,
    migrate_on_boot: false,
  };
};

const sqlitePath = (url: string, driver: string): string =>
  url !== '' && driver === 'sqlite' ? readUrl(url, 'DATABASE_URL').database : 'storage/database.sqlite';
