import { existsSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { sql } from '@taproot/database';
import { openFiles } from '../routing/support/open-files.ts';
import { anyTables, bootDatabase, withDatabase, withFolder } from './support/application.ts';
import { Signal } from './support/signal.ts';

const memory = { driver: 'sqlite', path: ':memory:' } as const;

test('the file and its folder are made by the first query, not by the boot', async () => {
  await withFolder(async (basePath) => {
    const app = await bootDatabase({ sqlite: { driver: 'sqlite' } }, { basePath });
    const file = join(basePath, 'storage', 'database.sqlite');
    await app.open();
    expect(existsSync(file)).toBe(false);
    await sql`select 1`.execute(anyTables(app));
    expect(existsSync(file)).toBe(true);
    expect(await app.close()).toEqual([]);
    expect(existsSync(`${file}-wal`)).toBe(false);
  });
});

test('foreign keys hold, readers and a writer do not wait for each other', async () => {
  await withFolder(async (folder) => {
    await withDatabase({ driver: 'sqlite', path: join(folder, 'a.sqlite') }, async (app) => {
      const pragma = async (name: string) =>
        Object.values((await sql<object>`${sql.raw(`pragma ${name}`)}`.execute(anyTables(app))).rows[0] ?? {})[0];
      expect(await pragma('journal_mode')).toBe('wal');
      expect(await pragma('foreign_keys')).toBe(1);
      expect(await pragma('synchronous')).toBe(1);
    });
  });
});

test('values go in and come out as documented', async () => {
  await withDatabase(memory, async (app) => {
    const db = anyTables(app);
    await sql`create table t (i integer, r real, s text, b blob, x)`.execute(db);
    const roundTrip = async (column: string, value: unknown) => {
      await db.deleteFrom('t').execute();
      await db
        .insertInto('t')
        .values({ [column]: value })
        .execute();
      const row = await db
        .selectFrom('t')
        .select([column, sql`typeof(${sql.ref(column)})`.as('type')])
        .executeTakeFirst();
      return [row?.[column], row?.['type']];
    };
    expect(await roundTrip('i', 5)).toEqual([5, 'integer']);
    expect(await roundTrip('i', 2n ** 53n - 1n)).toEqual([2 ** 53 - 1, 'integer']);
    expect(await roundTrip('i', 2n ** 53n + 1n)).toEqual(['9007199254740993', 'integer']);
    expect(await roundTrip('i', -(2n ** 63n))).toEqual(['-9223372036854775808', 'integer']);
    expect(await roundTrip('i', true)).toEqual([1, 'integer']);
    expect(await roundTrip('i', false)).toEqual([0, 'integer']);
    expect(await roundTrip('r', 1.5)).toEqual([1.5, 'real']);
    expect(await roundTrip('s', 5)).toEqual(['5', 'text']);
    expect(await roundTrip('s', 'ä€😀')).toEqual(['ä€😀', 'text']);
    expect(await roundTrip('x', 5)).toEqual([5, 'integer']);
    expect(await roundTrip('x', sql.val(undefined))).toEqual([null, 'null']);
    expect(await roundTrip('s', new Date(0))).toEqual(['1970-01-01T00:00:00.000Z', 'text']);
    expect(await roundTrip('b', Buffer.from('ab'))).toEqual([Buffer.from('ab'), 'blob']);
    expect(await roundTrip('b', new Uint8Array([0, 255]))).toEqual([Buffer.from([0, 255]), 'blob']);
  });
});

test('what would be something else in the database, or end the process, is refused', async () => {
  await withDatabase(memory, async (app) => {
    const db = anyTables(app);
    await sql`create table t (s)`.execute(db);
    const insert = (value: unknown) => db.insertInto('t').values({ s: value }).execute();
    for (const value of [{}, { $ne: 1 }, [1], Symbol('s'), new Date(Number.NaN), Number.NaN, new Map()])
      await expect(insert(value)).rejects.toMatchObject({ code: 'E_DATABASE_VALUE' });
    for (const value of ['a\0b', 2n ** 63n])
      await expect(insert(value)).rejects.toMatchObject({ code: 'E_ROW_VALUE', status: 422 });
    expect(await db.selectFrom('t').selectAll().execute()).toEqual([]);
  });
});

test('half a character in JSON, which would end the process when it is read, is refused; a whole one is not', async () => {
  await withDatabase(memory, async (app) => {
    const db = anyTables(app);
    await sql`create table t (s text)`.execute(db);
    const insert = (s: string) => db.insertInto('t').values({ s }).execute();
    const halves = [
      '"\\ud800"',
      '"\\uDFFF"',
      '"\\ud83d\\ud83d\\ude00"',
      '"\\ud83dx\\ude00"',
      '"\\\\\\ud800"',
      '"\\ude00\\ud83d"',
    ];
    for (const half of halves)
      await expect(insert(half)).rejects.toMatchObject({
        code: 'E_ROW_VALUE',
        message: expect.stringContaining('unpaired surrogate'),
      });
    const wholes = [
      '"\\ud83d\\ude00"',
      '"\\uD83D\\uDE00x"',
      '"\\\\ud800"',
      '"\\u00e4\\n"',
      'C:\\udder',
      'ends in \\u',
      '"\\\\\\\\udfff"',
    ];
    for (const whole of wholes) await insert(whole);
    const { rows } = await sql<{ s: string }>`select s ->> '$' as s from t where json_valid(s)`.execute(db);
    expect(rows.map(({ s }) => s)).toEqual(['😀', '😀x', '\\ud800', 'ä\n', '\\\\udfff']);
  });
});

test('a statement that is kept prepared sees changes of the table, and holds nothing open', async () => {
  await withDatabase(memory, async (app) => {
    const db = anyTables(app);
    const all = () => db.selectFrom('t').selectAll().execute();
    await sql`create table t (a integer unique)`.execute(db);
    await db.insertInto('t').values({ a: 1 }).execute();
    expect(await all()).toMatchObject([{ a: 1 }]);
    for (let i = 0; i < 2; i++)
      await expect(db.insertInto('t').values({ a: 1 }).execute()).rejects.toMatchObject({
        code: 'SQLITE_CONSTRAINT_UNIQUE',
      });
    await sql`alter table t add column b text default 'new'`.execute(db);
    expect(await all()).toMatchObject([{ a: 1, b: 'new' }]);
    for await (const row of db.selectFrom('t').selectAll().stream()) expect(row).toMatchObject({ a: 1 });
    await sql`drop table t`.execute(db);
    await expect(all()).rejects.toMatchObject({ code: 'E_DATABASE_SCHEMA' });
    for (let i = 0; i < 600; i++) await sql`select ${sql.lit(i)} as a`.execute(db);
  });
});

test('a transaction keeps the queries of others out, and they wait their turn', async () => {
  await withDatabase(memory, async (app) => {
    const db = anyTables(app);
    await sql`create table t (a integer)`.execute(db);
    const count = async () => (await db.selectFrom('t').selectAll().execute()).length;
    const began = new Signal();
    const mayEnd = new Signal();
    const failing = db.transaction().execute(async (trx) => {
      await trx.insertInto('t').values({ a: 1 }).execute();
      began.send();
      await mayEnd.sent;
      await trx.insertInto('t').values({ a: 2 }).execute();
      throw new Error('undone');
    });
    await began.sent;
    const others = Array.from({ length: 20 }, () => db.insertInto('t').values({ a: 3 }).execute());
    const counted = count();
    mayEnd.send();
    await expect(failing).rejects.toThrow('undone');
    await Promise.all(others);
    expect(await counted).toBe(20);
    expect(await count()).toBe(20);
  });
});

test('a query outside the transaction that waits for it is told so', async () => {
  await withDatabase({ ...memory, connect_timeout: 0.05 }, async (app) => {
    const db = anyTables(app);
    const inside = db.transaction().execute(() => sql`select 1`.execute(db));
    await expect(inside).rejects.toMatchObject({ code: 'E_DATABASE_BUSY', status: 503 });
    expect((await sql`select 1 as one`.execute(db)).rows).toMatchObject([{ one: 1 }]);
  });
});

test('savepoints roll back to where they were', async () => {
  await withDatabase(memory, async (app) => {
    const db = anyTables(app);
    await sql`create table t (a integer)`.execute(db);
    const trx = await db.startTransaction().execute();
    await trx.insertInto('t').values({ a: 1 }).execute();
    const point = await trx.savepoint('a "quoted" name').execute();
    await point.insertInto('t').values({ a: 2 }).execute();
    await point.rollbackToSavepoint('a "quoted" name').execute();
    await point.releaseSavepoint('a "quoted" name').execute();
    await trx.commit().execute();
    expect(await db.selectFrom('t').selectAll().execute()).toMatchObject([{ a: 1 }]);
  });
});

test('a write waits for another process without stopping this one, and gives up in time', async () => {
  await withFolder(async (folder) => {
    const file = { driver: 'sqlite', path: join(folder, 'a.sqlite') } as const;
    const first = await bootDatabase({ main: file });
    const second = await bootDatabase({ main: { ...file, busy_timeout: 0.2 } });
    await sql`create table t (a integer)`.execute(anyTables(first));
    const blocking = await anyTables(first).startTransaction().execute();

    const refused = anyTables(second).insertInto('t').values({ a: 1 }).execute();
    let turns = 0;
    const counting = setInterval(() => turns++, 1);
    await expect(refused).rejects.toMatchObject({ code: 'E_DATABASE_LOCKED', status: 503 });
    clearInterval(counting);
    expect(turns).toBeGreaterThan(5);

    const waiting = anyTables(second).insertInto('t').values({ a: 2 }).execute();
    await blocking.insertInto('t').values({ a: 3 }).execute();
    await blocking.commit().execute();
    await waiting;
    expect(await anyTables(first).selectFrom('t').selectAll().orderBy('a').execute()).toMatchObject([
      { a: 2 },
      { a: 3 },
    ]);
    expect([await first.close(), await second.close()]).toEqual([[], []]);
  });
});

test('a transaction that outlives the close is rolled back, and leaves the file to others', async () => {
  await withFolder(async (folder) => {
    const file = { driver: 'sqlite', path: join(folder, 'a.sqlite') } as const;
    const first = await bootDatabase({ main: file });
    const db = anyTables(first);
    await sql`create table t (a integer)`.execute(db);
    const trx = await db.startTransaction().execute();
    await trx.insertInto('t').values({ a: 1 }).execute();
    expect(await first.close()).toEqual([]);
    await withDatabase({ ...file, busy_timeout: 0.05 }, async (second) => {
      await anyTables(second).insertInto('t').values({ a: 2 }).execute();
      expect(await anyTables(second).selectFrom('t').selectAll().execute()).toEqual([{ a: 2 }]);
    });
    await expect(trx.insertInto('t').values({ a: 3 }).execute()).rejects.toMatchObject({ code: 'E_DATABASE_CLOSED' });
    await expect(trx.commit().execute()).rejects.toMatchObject({ code: 'E_DATABASE_CLOSED' });
    await trx.rollback().execute();
  });
});

test('a file that is not a database is an error with its path, and is closed again', async () => {
  await withFolder(async (folder) => {
    const path = join(folder, 'a.sqlite');
    await writeFile(path, 'no database '.repeat(500));
    await withDatabase({ driver: 'sqlite', path }, async (app) => {
      for (let asked = 0; asked < 3; asked++)
        await expect(sql`select 1`.execute(anyTables(app))).rejects.toMatchObject({
          code: 'E_DATABASE_FILE',
          status: 503,
          message: expect.stringMatching(/a\.sqlite of "main" cannot be opened: .*not a database/),
        });
      expect(openFiles(folder)).toEqual([]);
      await rm(path);
      expect((await sql<object>`select 1 as one`.execute(anyTables(app))).rows).toEqual([{ one: 1 }]);
    });
  });
});

test('a file that cannot be opened is told with its path', async () => {
  await withFolder(async (folder) => {
    await withDatabase({ driver: 'sqlite', path: folder }, async (app) => {
      await expect(sql`select 1`.execute(anyTables(app))).rejects.toMatchObject({
        code: 'E_DATABASE_FILE',
        message: `The database file ${folder} of "main" cannot be opened: it is a folder.`,
      });
    });
  });
});
