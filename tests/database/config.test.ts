import { generateKeyPairSync } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from '@jest/globals';
import { type Application, type Config, setup } from '@taproot/core';
import { definePlugin } from '@taproot/core/plugin';
import { type ConnectionConfig, type DatabaseConfig, database, sql } from '@taproot/database';
import * as mysql2 from 'mysql2';
import { readUrl } from '../../plugins/database/src/config/read-url.ts';
import { completeSettings } from '../../plugins/database/src/config/settings.ts';
import { openPool } from '../../plugins/database/src/drivers/mysql.ts';
import { anyTables, bootDatabase, withDatabase, withFolder } from './support/application.ts';
import { mysql, mysqlUrl, onEngine, onEngines, pgsql } from './support/engines.ts';

const boot = (env: Record<string, string>, config: Config = {}): Promise<Application> =>
  setup(null, { basePath: import.meta.dirname, env: { APP_ENV: 'testing', ...env } })
    .withPlugins([database(), definePlugin({ name: 'quiet' })])
    .withConfig(config)
    .create();

const configOf = async (env: Record<string, string>, config: Config = {}): Promise<DatabaseConfig> => {
  const app = await boot(env, config);
  await app.close();
  return app.config.database;
};

const complete = (config: ConnectionConfig) => completeSettings('main', config, { basePath: '/app', worker: null });

test('with nothing set it is a SQLite file in the application', async () => {
  const { default: name, connections, migrate_on_boot } = await configOf({});
  expect([name, migrate_on_boot]).toEqual(['sqlite', false]);
  expect(connections['sqlite']).toEqual({ driver: 'sqlite', path: 'storage/database.sqlite' });
  expect(complete({ driver: 'sqlite' })).toEqual({
    driver: 'sqlite',
    forTests: false,
    name: 'main',
    path: join('/app', 'storage/database.sqlite'),
    connectTimeout: 5,
    busyTimeout: 5,
    transactionTimeout: 30,
  });
  expect(complete({ driver: 'sqlite', path: '/var/a.db' })).toMatchObject({ path: '/var/a.db' });
  expect(complete({ driver: 'sqlite', path: ':memory:' })).toMatchObject({ path: ':memory:' });
});

test.each([
  ['postgres://u@h/d', 'pgsql'],
  ['postgresql://u@h/d', 'pgsql'],
  ['mysql://u@h/d', 'mysql'],
  ['mariadb://u@h/d', 'mysql'],
])('DATABASE_URL=%s makes %s the default', async (url, driver) => {
  const { default: name, connections } = await configOf({ DATABASE_URL: url });
  expect(name).toBe(driver);
  expect(connections[driver]).toEqual({ driver, url });
});

test.each([
  ['sqlite:data/a.db', 'data/a.db'],
  ['sqlite://data/a.db', 'data/a.db'],
  ['sqlite:///data/a.db', '/data/a.db'],
  ['file:data/a.db', 'data/a.db'],
  ['file:/data/a.db', '/data/a.db'],
  [':memory:', ':memory:'],
  ['sqlite::memory:', ':memory:'],
])('DATABASE_URL=%s is the file %s', async (url, path) => {
  const { default: name, connections } = await configOf({ DATABASE_URL: url });
  expect([name, connections['sqlite']]).toEqual(['sqlite', { driver: 'sqlite', path }]);
});

test('an address is read with its escapes; what it does not say has a default, and its parts may be said beside it', () => {
  expect(complete({ driver: 'pgsql', url: 'postgres://u%40x:p%3A%2F@db.local:6432/my%20app?sslmode=disable' })).toEqual(
    {
      driver: 'pgsql',
      forTests: false,
      name: 'main',
      host: 'db.local',
      port: 6432,
      user: 'u@x',
      password: 'p:/',
      database: 'my app',
      tls: false,
      max: 10,
      idleTimeout: 30,
      maxLifetime: 1800,
      connectTimeout: 5,
      queryTimeout: 10,
      transactionTimeout: 30,
      readOnly: false,
      options: {},
    },
  );
  expect(complete({ driver: 'pgsql', url: 'postgres:///app' })).toMatchObject({ host: '127.0.0.1', port: 5432 });
  expect(complete({ driver: 'mysql', url: 'mysql://[::1]/app' })).toMatchObject({
    host: '::1',
    port: 3306,
    user: 'root',
  });
  const parts = { host: '/run/postgresql', port: 1, user: 'me', password: 's', database: 'other' };
  expect(complete({ driver: 'pgsql', url: 'postgres://u:p@h/d', ...parts, pool: { max: 2 } })).toMatchObject({
    ...parts,
    max: 2,
    idleTimeout: 30,
  });
});

test.each([
  ['postgres://h/d', false],
  ['postgres://h/d?sslmode=disable', false],
  ['postgres://h/d?sslmode=require', { rejectUnauthorized: false }],
  ['postgres://h/d?sslmode=verify-full', true],
  ['postgres://h/d?sslmode=verify-ca', true],
  ['postgres://h/d?sslmode=no-verify', { rejectUnauthorized: false }],
  ['postgres://h/d?ssl=true', true],
  ['postgres://h/d?ssl=1', true],
  ['postgres://h/d?ssl=false', false],
  ['postgres://h/d?ssl=no-verify', { rejectUnauthorized: false }],
  ['postgres://h/d?ssl=true&sslmode=require', { rejectUnauthorized: false }],
  ['postgres://h/d?sslrootcert=system', true],
  ['postgres://h/d?sslrootcert=system&sslmode=require', true],
])('%s encrypts as %p', (url, tls) => {
  expect(complete({ driver: 'pgsql', url })).toMatchObject({ tls });
});

for (const engine of [pgsql, mysql])
  onEngine(engine)(`on ${engine.name}`, () => {
    const { privateKey: key } = generateKeyPairSync('ec', {
      namedCurve: 'P-256',
      publicKeyEncoding: { type: 'spki', format: 'pem' },
      privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    });

    // Configuration is frozen, and drivers write into what they are given.
    test.each([{ servername: 'localhost' }, { key }])('what `tls` holds reaches the driver: %#', (tls) =>
      withDatabase({ ...engine.connection, tls: { rejectUnauthorized: false, ...tls } }, async (app) => {
        const query = () => sql`select 1`.execute(app.facades.DB()).then(() => 'encrypted', String);
        for (const answer of [await query(), await query()])
          expect(answer).toMatch(/^encrypted$|server does not support (?:SSL|secure) connection/i);
      }),
    );
  });

test.each(['redis://h', 'postgres', 'http://h/d', 'postgres://u:%zz@h/d', 'postgres://h:99999/d', ' ', 'sqlite:'])(
  'DATABASE_URL=%p stops the boot, and no message shows it',
  async (url) => {
    const failure: unknown = await boot({ DATABASE_URL: url }).catch((error: unknown) => error);
    expect(failure).toMatchObject({ code: 'E_DATABASE_URL', message: expect.not.stringContaining('%zz') });
  },
);

test.each([
  ['postgres:/u:topsecret@h/d', 'it does not begin with a kind of database and ://'],
  ['localhost:5432/d', 'it does not begin with a kind of database and ://'],
  ['postgres://u:topsecret@h:x/d', 'its port is not a number; in a user or password write / as %2F'],
  ['postgres://u:top/secret@h/d', 'its port is not a number; in a user or password write / as %2F'],
  ['postgres://u:top#secret@h/d', 'its port is not a number; in a user or password write / as %2F'],
  ['postgres://u:topsecret@h:70000/d', 'its port is more than 65535'],
  ['postgres://u:topsecret@a b/d', 'its host cannot be read'],
  ['postgres://u:topsecret@[::1/d', 'its host cannot be read'],
  ['redis://u:topsecret@h/d', '"redis:" is no kind of database.'],
  ['postgre://u:topsecret@h/d', '"postgre:" is no kind of database, "postgres:" is.'],
  ['mysq://u:topsecret@h/d', '"mysql:" is.'],
])('an address that cannot be read names the part: %s', (url, part) => {
  const read = () => readUrl(url, 'DATABASE_URL');
  expect(read).toThrow(expect.objectContaining({ code: 'E_DATABASE_URL', message: expect.stringContaining(part) }));
  expect(read).not.toThrow(/top|secret/);
});

test('a password is in no error', () => {
  const read = () => readUrl('postgres://u:topsecret@h:x/d', 'DATABASE_URL');
  expect(read).toThrow(/DATABASE_URL is not a valid database address/);
  expect(read).not.toThrow(/topsecret/);
});

const refused: readonly (readonly [object, RegExp])[] = [
  [{ driver: 'postgres' }, /connections\.main\.driver" is 'postgres', but must be one of .*sqlite/],
  [{ driver: 'sqlit' }, /Did you mean "sqlite"\?/],
  [{ driver: undefined }, /connections\.main\.driver" is undefined, but must be one of /],
  [{ driver: 'sqlite', pth: 'x' }, /connections\.main\.pth" is set, but must be left out: .*\. Did you mean "path"\?/],
  [{ driver: 'sqlite', url: 'x' }, /connections\.main\.url" is set, but must be left out: /],
  [{ driver: 'sqlite', path: '' }, /connections\.main\.path" is '', but must be /],
  [{ driver: 'pgsql', pool: { maks: 3 } }, /pool\.maks" is set, but must be left out: .*\. Did you mean "max"\?/],
  [{ driver: 'pgsql', pool: { max: 0 } }, /pool\.max" is 0, but must be /],
  [{ driver: 'pgsql', pool: { max: 1.5 } }, /pool\.max" is 1\.5, but must be /],
  [{ driver: 'pgsql', pool: { idle_timeout: 0 } }, /pool\.idle_timeout" is 0, but must be /],
  [{ driver: 'mysql', query_timeout: -1 }, /query_timeout" is -1, but must be /],
  [{ driver: 'pgsql', transaction_timeout: 0 }, /transaction_timeout" is 0, but must be /],
  [{ driver: 'sqlite', transaction_timeout: '0s' }, /transaction_timeout" is '0s', but must be /],
  [{ driver: 'mysql', connect_timeout: Number.POSITIVE_INFINITY }, /connect_timeout" is Infinity, but must be /],
  [{ driver: 'mysql', port: 70_000 }, /port" is 70000, but must be /],
  [{ driver: 'mysql', url: 'postgres://h/d' }, /driver" is 'mysql', but must be /],
];

test.each(refused)('%p stops the boot', async (connection, message) => {
  // As from a file that was not type-checked.
  const failure: unknown = await bootDatabase({ main: connection as ConnectionConfig }).catch(
    (error: unknown) => error,
  );
  expect(failure).toMatchObject({ code: 'E_DATABASE_SETTING', message: expect.stringMatching(message) });
});

test.each([Number.NaN, '30', '30 s', null])('%p as a time stops the boot with its key', async (busy_timeout) => {
  const connection = { driver: 'sqlite', busy_timeout } as ConnectionConfig;
  await expect(bootDatabase({ main: connection })).rejects.toMatchObject({
    code: 'E_DURATION_INVALID',
    message: expect.stringContaining('database.connections.main.busy_timeout is '),
  });
});

test('times of a connection are read in any unit', () => {
  const times = { connect_timeout: '2s', transaction_timeout: '1m' } as const;
  expect(complete({ driver: 'sqlite', busy_timeout: '250ms', ...times })).toMatchObject({
    connectTimeout: 2,
    busyTimeout: 0.25,
    transactionTimeout: 60,
  });
  expect(complete({ driver: 'pgsql', query_timeout: '3s', pool: { idle_timeout: '5m' }, ...times })).toMatchObject({
    connectTimeout: 2,
    idleTimeout: 300,
    queryTimeout: 3,
    transactionTimeout: 60,
  });
});

test('a default that is not configured stops the boot, with the nearest name', async () => {
  await expect(boot({}, { database: { default: 'sqllite' } })).rejects.toMatchObject({
    code: 'E_DATABASE_UNKNOWN',
    message: 'The database connection "sqllite" does not exist. Did you mean "sqlite"?',
  });
});

test('connections of any name stand beside the given ones', async () => {
  const app = await boot({}, { database: { connections: { reports: { driver: 'sqlite', path: ':memory:' } } } });
  expect(Object.keys(app.config.database.connections)).toEqual(['sqlite', 'pgsql', 'mysql', 'reports']);
  expect(app.facades.DB('reports')).not.toBe(app.facades.DB());
  // @ts-expect-error -- not declared
  expect(() => app.facades.DB('report')).toThrow(/Did you mean "reports"\?/);
  // @ts-expect-error -- not declared
  expect(() => app.facades.DB('constructor')).toThrow(/database connection "constructor" does not exist/);
  await app.close();
});

const settings = completeSettings('main', { driver: 'mysql', url: mysqlUrl }, { basePath: '', worker: null });

/** The driver, on a server whose sessions begin with these modes beside their own. */
const onServerWith = (modes: string) => async () => ({
  ...mysql2,
  createPool: (options: string | mysql2.PoolOptions) => {
    const pool = typeof options === 'string' ? mysql2.createPool(options) : mysql2.createPool(options);
    pool.on('connection', (connection) =>
      connection.query(`set session sql_mode = concat(@@session.sql_mode, ',${modes}')`),
    );
    return pool;
  },
});

onEngine(mysql)('on a server in another mode', () => {
  test.each(['NO_BACKSLASH_ESCAPES', 'ANSI_QUOTES,NO_BACKSLASH_ESCAPES,IGNORE_SPACE'])(
    '%s lets no value become part of a statement',
    async (modes) => {
      if (settings.driver === 'sqlite') throw new Error('These are settings of a server.');
      const pool = await openPool(settings, onServerWith(modes));
      try {
        const link = await pool.acquire();
        const { rows: found } = await link.query("select 1 as one from dual where 'a' = ?", ["' or 1=1 -- "]);
        expect(found).toEqual([]);
        const { rows: kept } = await link.query('select ? as text, @@session.sql_mode as modes', ["a\\'b"]);
        expect(kept).toEqual([{ text: "a\\'b", modes: expect.stringContaining('STRICT') }]);
        for (const mode of modes.split(',').filter((one) => one !== 'NO_BACKSLASH_ESCAPES'))
          expect(JSON.stringify(kept)).toContain(mode);
        link.release();
      } finally {
        await pool.end();
      }
    },
  );
});

const check = async (app: Application, signal = new AbortController().signal): Promise<unknown> =>
  app.registry.health.get('database')?.check(signal);

const nowhere = { driver: 'pgsql', url: 'postgres://nobody@127.0.0.1:1/none' } as const;

onEngines((engine) => {
  test('the health check asks the default connection', async () => {
    const app = await bootDatabase({ main: engine.connection, unused: nowhere });
    expect(app.registry.health.get('database')?.plugin).toBe('database');
    await check(app);
    expect(await app.close()).toEqual([]);
    await expect(check(app)).rejects.toThrow();
  });
});

test('the health check fails with a default connection that is down, and with another one once it is in use', async () => {
  const down = await bootDatabase({ main: nowhere });
  await expect(check(down)).rejects.toThrow();
  await down.close();
  const app = await bootDatabase({ main: { driver: 'sqlite', path: ':memory:' }, down: nowhere });
  await check(app);
  await anyTables(app)
    .selectFrom('a')
    .selectAll()
    .execute()
    .catch(() => undefined);
  await check(app);
  await anyTables(app, 'down')
    .selectFrom('a')
    .selectAll()
    .execute()
    .catch(() => undefined);
  await expect(check(app)).rejects.toThrow();
  await app.close();
});

test('the health check sends no statement once it was given up', async () => {
  const app = await bootDatabase({ main: pgsql.connection });
  await expect(check(app, AbortSignal.abort(new Error('too late')))).rejects.toThrow('too late');
  await app.close();
});

test('the check of migrations fails while one has not run, and names it', async () => {
  await withFolder(async (folder) => {
    const up = `export const up = (db) => db.schema.createTable('posts').addColumn('id', 'integer').execute();`;
    await writeFile(join(folder, '2026_create_posts.mjs'), up);
    const config = { database: { migrations: pathToFileURL(`${folder}/`) } };
    const app = await bootDatabase({ main: { driver: 'sqlite', path: ':memory:' } }, { config });
    const migrations = async (): Promise<unknown> =>
      app.registry.health.get('migrations')?.check(new AbortController().signal);
    await expect(migrations()).rejects.toMatchObject({
      code: 'E_MIGRATION_PENDING',
      message: 'Migrations have not run: 2026_create_posts.',
    });
    await app.facades.Migrator().latest();
    await expect(migrations()).resolves.toBeUndefined();
    await app.close();
    // All have run: the database is not asked again.
    await expect(migrations()).resolves.toBeUndefined();
  });
});
