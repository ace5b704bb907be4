import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { type ConnectionConfig, type MigrationDb, sql } from '@taproot/database';
import { readUrl } from '../../plugins/database/src/config/read-url.ts';
import { completeSettings, type ServerSettings } from '../../plugins/database/src/config/settings.ts';
import { databasesOf } from '../../plugins/database/src/connection/database-runtime.ts';
import { anyTables, bootDatabase, withDatabase, withFolder } from './support/application.ts';
import { mysql, mysqlUrl, onEngine, pgsql, pgsqlUrl } from './support/engines.ts';
import { PoolerProxy } from './support/pooler-proxy.ts';

const settingsOf = (url: string): ServerSettings => {
  const driver = url.startsWith('postgres') ? 'pgsql' : 'mysql';
  const settings = completeSettings('main', { driver, url }, { basePath: '/', worker: null });
  if (settings.driver === 'sqlite') throw new Error('No server.');
  return settings;
};

test.each([
  ['postgres://h/d?sslmod=require', 'its parameter "sslmod" is unknown, did you mean "sslmode"?'],
  ['postgres://h/d?aplication_name=x', 'did you mean "application_name"?'],
  ['postgres://h/d?pgbouncer=true', 'its parameter "pgbouncer" is unknown, known are ssl, sslmode, '],
  ['postgres://h/d?charset=utf8', 'its parameter "charset" is unknown'],
  ['mysql://h/d?application_name=x', 'its parameter "application_name" is unknown'],
  ['mysql://h/d?ssl-modes=required', 'did you mean "ssl-mode"?'],
  ['sqlite:data/a.db?mode=ro', 'its parameter "mode" is unknown, a SQLite address has none'],
  ['postgres://h/d?sslmode=', 'its parameter "sslmode" must be one of disable, '],
  ['postgres://h/d?sslmode=nonsense', 'its parameter "sslmode" is "nonsense", but must be one of disable, '],
  ['postgres://h/d?ssl=yes', 'its parameter "ssl" is "yes", but must be one of true, 1, false, 0, no-verify'],
  ['postgres://h/d?ssl=true&ssl=false', 'its parameter "ssl" is set twice'],
  ['mysql://h/d?ssl-mode=required&sslmode=disable', 'its parameter "sslmode" is set twice'],
  ['postgres://h/d?ssl=false&sslmode=require', 'its parameters "ssl" and "sslmode" contradict each other'],
  ['postgres://h/d?ssl=true&sslmode=disable', 'its parameters "ssl" and "sslmode" contradict each other'],
  ['postgres://h/d?sslrootcert=/none.pem', 'the file of its parameter "sslrootcert" cannot be read (ENOENT'],
  ['postgres://h/d?connect_timeout=soon', 'its parameter "connect_timeout" is "soon", but must be a whole number'],
  ['postgres://h/d?connect_timeout=0', 'must be seconds, more than 0'],
  ['postgres://h/d?client_encoding=latin1', 'must be UTF8'],
  ['mysql://h/d?charset=latin1', 'its parameter "charset" is "latin1", but must be utf8mb4 or one of its collations'],
  ['mysql://h/d?socketPath=run.sock', 'must be an absolute path'],
  ['postgres://u:1?topsecret@h/d', 'it has an unknown parameter; in a user or password write ? as %3F'],
])('%s is refused: %s', (url, part) => {
  const read = () => readUrl(url, 'DATABASE_URL');
  expect(read).toThrow(expect.objectContaining({ code: 'E_DATABASE_URL', message: expect.stringContaining(part) }));
  expect(read).not.toThrow(/topsecret/);
});

test('a parameter that is refused stops the boot', async () => {
  const main = { driver: 'pgsql', url: 'postgres://h/d?sslmod=require' } as const;
  await expect(bootDatabase({ main })).rejects.toMatchObject({
    code: 'E_DATABASE_URL',
    message: expect.stringContaining(
      'database.connections.main.url is not a valid database address: its parameter "sslmod"',
    ),
  });
});

test.each([
  ['mysql://h/d?ssl-mode=REQUIRED', { tls: { rejectUnauthorized: false } }],
  ['mysql://h/d?ssl-mode=VERIFY_IDENTITY', { tls: true }],
  ['mysql://h/d?ssl-mode=DISABLED', { tls: false }],
  ['mysql://h/d?ssl=true', { tls: true }],
  ['mysql://h/d?charset=utf8mb4_bin', { options: { charset: 'utf8mb4_bin' } }],
  ['mysql://u@h/d?socketPath=/run/mysqld/mysqld.sock', { host: '/run/mysqld/mysqld.sock', user: 'u' }],
  [
    'postgres:///d?host=/run/postgresql&port=6432&user=u&password=p',
    { host: '/run/postgresql', port: 6432, user: 'u' },
  ],
  ['postgres://h/d?connect_timeout=3', { connectTimeout: 3, options: {} }],
  ['postgres://h/d?sslmode=require&channel_binding=require', { options: { enableChannelBinding: true } }],
  ['postgres://h/d?client_encoding=UTF8&lock_timeout=50', { options: { lock_timeout: 50 } }],
  ['postgres://h/d?sslnegotiation=direct&ssl=true', { tls: true, options: { sslnegotiation: 'direct' } }],
])('%s is %j', (url, settings) => {
  expect(settingsOf(url)).toMatchObject(settings);
});

test('certificates are read from their files', async () => {
  await withFolder(async (folder) => {
    for (const name of ['ca', 'cert', 'key']) await writeFile(join(folder, name), `the ${name}`);
    const at = (name: string): string => encodeURIComponent(join(folder, name));
    const files = `sslcert=${at('cert')}&sslkey=${at('key')}`;
    const all = { ca: 'the ca', cert: 'the cert', key: 'the key' };
    expect(settingsOf(`postgres://h/d?sslrootcert=${at('ca')}&${files}`).tls).toEqual(all);
    // A root certificate is there to be checked.
    expect(settingsOf(`postgres://h/d?sslmode=require&sslrootcert=${at('ca')}&${files}`).tls).toEqual(all);
    expect(settingsOf(`postgres://h/d?sslmode=require&${files}`).tls).toEqual({
      cert: 'the cert',
      key: 'the key',
      rejectUnauthorized: false,
    });
    expect(settingsOf(`mysql://h/d?ssl-ca=${at('ca')}`).tls).toEqual({ ca: 'the ca' });
  });
});

const withParameters = (url: string, parameters: Readonly<Record<string, string>>): string => {
  const address = new URL(url);
  for (const [name, value] of Object.entries(parameters)) address.searchParams.set(name, value);
  return address.href;
};

/** What the server says for a setting of the session. */
const show = async (db: MigrationDb, expression: string): Promise<unknown> =>
  (await sql<{ value: unknown }>`select ${sql.raw(expression)} as value`.execute(db)).rows[0]?.value;

const timeout = `current_setting('statement_timeout')`;

/** Reads a setting as migrations see it, which have no time limit. */
const showInMigration = async (connection: ConnectionConfig, expression: string): Promise<string> => {
  const app = await bootDatabase({ main: connection });
  try {
    return String(
      await databasesOf(app)
        .connection()
        .withPatience((db) => show(db, expression)),
    );
  } finally {
    await app.close();
  }
};

onEngine(pgsql)('on PostgreSQL', () => {
  test('parameters reach the server', async () => {
    const url = withParameters(pgsqlUrl, { application_name: 'shop', options: '-c lock_timeout=1234' });
    await withDatabase({ driver: 'pgsql', url }, async (app) => {
      expect(await show(anyTables(app), `current_setting('application_name')`)).toBe('shop');
      expect(await show(anyTables(app), `current_setting('lock_timeout')`)).toBe('1234ms');
    });
  });

  test('ssl=true is never plain text', async () => {
    await withDatabase({ driver: 'pgsql', url: withParameters(pgsqlUrl, { ssl: 'true' }) }, async (app) => {
      await expect(sql`select 1`.execute(anyTables(app))).rejects.toMatchObject({ status: 503 });
    });
  });

  test('the server ends queries a little after query_timeout, but no migrations; a limit of the address stays', async () => {
    await withDatabase(pgsql.connection, async (app) => expect(await show(anyTables(app), timeout)).toBe('10500ms'));
    const short = { ...pgsql.connection, query_timeout: 0.25 };
    await withDatabase(short, async (app) => expect(await show(anyTables(app), timeout)).toBe('750ms'));
    expect(await showInMigration(pgsql.connection, timeout)).toBe('0');
    const url = withParameters(pgsqlUrl, { statement_timeout: '5000' });
    await withDatabase({ driver: 'pgsql', url }, async (app) => expect(await show(anyTables(app), timeout)).toBe('5s'));
  });

  test('a query that the server ends is E_DATABASE_TIMEOUT, also in a transaction whose code catches it', async () => {
    const url = withParameters(pgsqlUrl, { statement_timeout: '20' });
    await withDatabase({ driver: 'pgsql', url }, async (app) => {
      const late = { code: 'E_DATABASE_TIMEOUT', status: 503 };
      const slow = sql`select pg_sleep(30)`;
      await expect(slow.execute(anyTables(app))).rejects.toMatchObject(late);
      const caught = anyTables(app)
        .transaction()
        .execute(async (trx) => {
          await expect(slow.execute(trx)).rejects.toMatchObject(late);
        });
      await expect(caught).rejects.toMatchObject({
        code: 'E_DATABASE_ENDED',
        message: expect.stringContaining('statement timeout'),
      });
    });
  });

  test('behind a pooler a late query is cancelled on the server, and no setting stays on its connection', async () => {
    const pooler = await PoolerProxy.before(new URL(pgsqlUrl));
    const connection = { ...pgsql.connection, host: '127.0.0.1', port: pooler.port, query_timeout: 0.3 };
    const running = sql`select 1 from pg_stat_activity where query = 'select pg_sleep(31)' and state = 'active'`;
    try {
      await withDatabase(connection, async (app) => {
        const db = anyTables(app);
        expect(await show(db, timeout)).toBe('0');
        await expect(sql`select pg_sleep(31)`.execute(db)).rejects.toMatchObject({ code: 'E_DATABASE_TIMEOUT' });
        const slow = db.transaction().execute((trx) => sql`select pg_sleep(31)`.execute(trx));
        await expect(slow).rejects.toMatchObject({ code: 'E_DATABASE_TIMEOUT' });
        while ((await running.execute(db)).rows.length > 0) await new Promise(setImmediate);
      });
    } finally {
      pooler.close();
    }
  });
});

onEngine(mysql)('on MySQL and MariaDB', () => {
  test('a collation reaches the server', async () => {
    const url = withParameters(mysqlUrl, { charset: 'utf8mb4_bin' });
    await withDatabase({ driver: 'mysql', url }, async (app) =>
      expect(await show(anyTables(app), '@@collation_connection')).toBe('utf8mb4_bin'),
    );
  });

  test('the server ends queries a little after query_timeout, but no migrations', async () => {
    const isMaria = await withVersion((version) => version.includes('MariaDB'));
    const name = isMaria ? '@@session.max_statement_time' : '@@session.max_execution_time';
    const unit = isMaria ? 1 : 1000;
    await withDatabase({ ...mysql.connection, query_timeout: 0.25 }, async (app) => {
      expect(Number(await show(anyTables(app), name))).toBe(0.75 * unit);
    });
    expect(Number(await showInMigration(mysql.connection, name))).toBe(0);
  });

  test('a query that the server ends is E_DATABASE_TIMEOUT', async () => {
    const slow = sql`set statement max_statement_time = 0.02 for select sleep(30)`;
    if (!(await withVersion((version) => version.includes('MariaDB')))) return;
    await withDatabase(mysql.connection, async (app) => {
      await expect(slow.execute(anyTables(app))).rejects.toMatchObject({ code: 'E_DATABASE_TIMEOUT', status: 503 });
    });
  });
});

const withVersion = async <Result>(read: (version: string) => Result): Promise<Result> => {
  const app = await bootDatabase({ main: mysql.connection });
  try {
    return read(String(await show(anyTables(app), 'version()')));
  } finally {
    await app.close();
  }
};
