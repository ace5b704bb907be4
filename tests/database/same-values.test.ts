import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from '@jest/globals';
import {
  bigIncrements,
  bytes,
  decimal,
  dropColumns,
  increments,
  json,
  now,
  sql,
  text,
  timestamp,
  timestamps,
  uuid,
} from '@taproot/database';
import { program } from '../support/program.ts';
import { anyTables, withDatabase, withFolder } from './support/application.ts';
import { freshName, isPresent, mysql, onEngine, onEngines, pgsql, sqlite } from './support/engines.ts';
import { withOwnDatabase } from './support/own-database.ts';

type Cell = string | number | boolean | null | object;

const same = <Value extends Cell>(...values: readonly Value[]) => values.map((value) => [value, value] as const);

// What is written, and what JSON has of it afterwards, on every engine and in every zone of the process.
const cases = {
  day: same(
    '2026-01-01',
    '2026-12-31',
    '2024-02-29',
    '2000-02-29',
    '1970-01-01',
    '1969-12-31',
    '1900-03-01',
    '9999-12-31',
  ),
  moment: [
    ...same(
      '2026-01-01T00:00:00.000Z',
      '2024-02-29T23:59:59.999Z',
      '1970-01-01T00:00:00.000Z',
      '1969-12-31T23:59:59.001Z',
    ),
    // Midnight in Berlin, New York, Auckland and Kathmandu; the hour that a change of clocks leaves out or has twice.
    ['2026-01-31T00:00:00.000+01:00', '2026-01-30T23:00:00.000Z'],
    ['2026-07-04T00:00:00.000-04:00', '2026-07-04T04:00:00.000Z'],
    ['2026-12-31T00:00:00.000+13:00', '2026-12-30T11:00:00.000Z'],
    ['2026-05-01T00:00:00.000+05:45', '2026-04-30T18:15:00.000Z'],
    ...same(
      '2026-03-29T01:30:00.000Z',
      '2026-10-25T00:30:00.000Z',
      '2026-10-25T01:30:00.000Z',
      '9999-12-30T00:00:00.000Z',
      '0001-01-02T00:00:00.000Z',
      '0049-06-15T12:30:00.500Z',
      '0099-12-31T23:59:59.999Z',
    ),
  ],
  price: [
    ['12.5', '12.50'],
    ['0.1', '0.10'],
    ['-0.01', '-0.01'],
    ['0', '0.00'],
    ['99999999.99', '99999999.99'],
    ['-99999999.99', '-99999999.99'],
    [7, '7.00'],
    [1e-7, '0.00'],
    ['1e-7', '0.00'],
    ['12.5e1', '125.00'],
  ],
  exact: [
    ['12345678901234567890.0123456789', '12345678901234567890.0123456789'],
    ['-99999999999999999999.9999999999', '-99999999999999999999.9999999999'],
    ['0.0000000001', '0.0000000001'],
    ['1', '1.0000000000'],
    ['1.50', '1.5000000000'],
    [1e-7, '0.0000001000'],
    ['1.5e-7', '0.0000001500'],
    [-2.5e-9, '-0.0000000025'],
    [1.23456789012346e17, '123456789012346000.0000000000'],
    ['1e19', '10000000000000000000.0000000000'],
  ],
  big: [
    ['0', 0],
    ['-1', -1],
    ['9007199254740991', 9_007_199_254_740_991],
    ['9007199254740992', '9007199254740992'],
    ['9007199254740993', '9007199254740993'],
    ['-9007199254740993', '-9007199254740993'],
    ['9223372036854775807', '9223372036854775807'],
    ['-9223372036854775808', '-9223372036854775808'],
  ],
  flag: same(true, false),
  note: same(
    '',
    ' ',
    'x',
    'é',
    'e\u0301',
    '日本語',
    '👩‍👩‍👧‍👦',
    '🌱',
    'a\nb\tc',
    "it's",
    '"',
    '\\',
    '%_',
    '2026-01-01',
    '007',
  ),
  document: [
    ['{"a":1,"b":[true,null,"x"]}', { a: 1, b: [true, null, 'x'] }],
    ['[]', []],
    ['"text"', 'text'],
    ['5', 5],
    ['1.5', 1.5],
    ['true', true],
    ['{"emoji":"🌱"}', { emoji: '🌱' }],
  ],
  bytes: [
    ['', { type: 'Buffer', data: [] }],
    ['00ff80', { type: 'Buffer', data: [0, 255, 128] }],
  ],
} satisfies Record<string, readonly (readonly [written: string | number | boolean, read: Cell])[]>;

const lists = Object.entries(cases);
const values = Object.fromEntries(lists.map(([column, list]) => [column, list.map(([written]) => written)]));
const expected = lists.flatMap(([, list]) => list.map(([, read]) => read));
const engines = [sqlite, pgsql, mysql].filter(isPresent);
const connections = Object.fromEntries(engines.map(({ name, connection }) => [name, connection]));

test('there are 60 values and more', () => expect(expected.length).toBeGreaterThanOrEqual(60));

test.each(['UTC', 'Europe/Berlin', 'America/New_York', 'Pacific/Auckland', 'Asia/Kathmandu'])(
  'values are the same on every engine in the zone %s',
  async (zone) => {
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [program(join(import.meta.dirname, 'fixtures', 'same-values.ts')), JSON.stringify({ connections, values })],
      { env: { ...process.env, TZ: zone } },
    );
    const lines = stdout.trim().split('\n');
    expect(lines).toHaveLength(engines.length);
    lines.forEach((line, at) => {
      const { cells, count } = JSON.parse(line) as { cells: unknown; count: unknown };
      expect([engines[at]?.name, cells]).toEqual([engines[at]?.name, expected]);
      expect(count).toEqual({ count: expected.length });
    });
  },
  30_000,
);

onEngines((engine) => {
  test('a NUL in text is refused', async () => {
    await withDatabase(engine.connection, async (app) => {
      const db = anyTables(app);
      const table = freshName('nul');
      await db.schema.createTable(table).addColumn('note', 'varchar(20)').execute();
      try {
        await expect(db.insertInto(table).values({ note: 'a\0b' }).execute()).rejects.toMatchObject({
          code: 'E_ROW_VALUE',
        });
        await expect(db.selectFrom(table).selectAll().where('note', '=', 'a\0b').execute()).rejects.toMatchObject({
          code: 'E_ROW_NONE',
        });
        expect(await db.selectFrom(table).selectAll().execute()).toEqual([]);
      } finally {
        await db.schema.dropTable(table).execute();
      }
    });
  });

  test('the time of the database is a moment, to compare with those of JavaScript', async () => {
    await withDatabase(engine.connection, async (app) => {
      const db = anyTables(app);
      const table = freshName('now');
      await db.schema
        .createTable(table)
        .addColumn('id', increments())
        .addColumn('at', timestamp(), (at) => at.defaultTo(now()))
        .execute();
      try {
        await db.insertInto(table).values({ id: 1 }).execute();
        const { at } = await db.selectFrom(table).select('at').executeTakeFirstOrThrow();
        expect(at).toBeInstanceOf(Date);
        expect(Math.abs(at.getTime() - Date.now())).toBeLessThan(60_000);
        expect(
          await db
            .selectFrom(table)
            .select('id')
            .where('at', '<=', new Date(Date.now() + 60_000))
            .execute(),
        ).toEqual([{ id: 1 }]);
      } finally {
        await db.schema.dropTable(table).execute();
      }
    });
  });
});

onEngine(pgsql)('lists of PostgreSQL', () => {
  test('have entries that are read like single values', async () => {
    await withDatabase(pgsql.connection, async (app) => {
      const { rows } = await sql`select
        '{1.10,12345678901234567890.123456789,NULL}'::numeric[] as exact,
        '{{1,9007199254740993},{NULL,-5}}'::int8[] as big,
        '{"2026-01-31 10:00:00",NULL}'::timestamp[] as moments,
        '{2026-01-31}'::date[] as days,
        '{a,NULL,"b,c"}'::text[] as texts,
        '{}'::int8[] as none`.execute(anyTables(app));
      expect(rows).toEqual([
        {
          exact: ['1.10', '12345678901234567890.123456789', null],
          big: [
            [1, '9007199254740993'],
            [null, -5],
          ],
          moments: [new Date('2026-01-31T10:00:00Z'), null],
          days: ['2026-01-31'],
          texts: ['a', null, 'b,c'],
          none: [],
        },
      ]);
    });
  });
});

onEngine(mysql)('on MySQL', () => {
  test('sessions are in UTC, whatever the zone of the server', async () => {
    await withDatabase(mysql.connection, async (app) => {
      const { rows } = await sql`select @@session.time_zone as zone`.execute(anyTables(app));
      expect(rows).toEqual([{ zone: '+00:00' }]);
    });
  });

  test('rows that come one by one have booleans, and other numbers of such a column stay numbers', async () => {
    await withDatabase(mysql.connection, async (app) => {
      const db = anyTables(app);
      const table = freshName('flags');
      await db.schema.createTable(table).addColumn('flag', 'boolean').execute();
      try {
        await db
          .insertInto(table)
          .values([{ flag: true }, { flag: false }, { flag: 5 }, { flag: null }])
          .execute();
        const streamed: unknown[] = [];
        for await (const row of db.selectFrom(table).selectAll().stream()) streamed.push(row);
        expect(streamed).toEqual([{ flag: true }, { flag: false }, { flag: 5 }, { flag: null }]);
      } finally {
        await db.schema.dropTable(table).execute();
      }
    });
  });
});

onEngines((engine) => {
  test('every column type makes a column, with defaults by the database', async () => {
    await withFolder((folder) =>
      withOwnDatabase(engine, folder, (connection) =>
        withDatabase(connection, async (app) => {
          const db = anyTables(app);
          await db.schema
            .createTable('crates')
            .addColumn('id', increments())
            .addColumn('label', 'varchar(40)', (label) => label.notNull().unique())
            .execute();
          await db.schema
            .createTable('boxes')
            .addColumn('id', bigIncrements())
            .addColumn('crate_id', 'integer', (crate) => crate.references('crates.id').onDelete('set null'))
            .addColumn('key', uuid())
            .addColumn('body', text())
            .addColumn('price', decimal(10, 2), (price) => price.notNull().defaultTo('1.5'))
            .addColumn('data', json())
            .addColumn('bits', bytes())
            .addColumn('packed_at', timestamp(), (at) => at.notNull().defaultTo(now()))
            .$call(timestamps)
            .execute();
          await db.schema.createIndex('boxes_key').on('boxes').column('key').unique().execute();
          await db.insertInto('crates').values({ label: 'c' }).execute();
          // Longer than a text of MySQL.
          const body = 'x'.repeat(70_000);
          await db.insertInto('boxes').values({ crate_id: 1, body }).execute();
          const row = await db.selectFrom('boxes').selectAll().executeTakeFirstOrThrow();
          expect(row).toMatchObject({ crate_id: 1, key: null, data: null, bits: null });
          expect(row['body'] === body).toBe(true);
          const made = new Date(row['created_at']);
          expect(Math.abs(made.getTime() - Date.now())).toBeLessThan(60_000);
          await db.updateTable('boxes').set({ updated_at: now() }).execute();
          await expect(db.insertInto('boxes').values({ crate_id: 2 }).execute()).rejects.toThrow(/foreign key/i);
          await db.deleteFrom('crates').execute();
          expect(await db.selectFrom('boxes').select('crate_id').execute()).toEqual([{ crate_id: null }]);
          await dropColumns(db, 'boxes', 'crate_id', 'key');
          expect(Object.keys(await db.selectFrom('boxes').selectAll().executeTakeFirstOrThrow())).not.toContain('key');
        }),
      ),
    );
  });
});

test('a decimal that some engine does not have is refused with its name', () => {
  for (const [precision, scale] of [
    [0, 0],
    [66, 2],
    [10, 11],
    [40, 31],
    [10, -1],
    [10.5, 2],
    [Number.NaN, 2],
  ] as const)
    expect(() => decimal(precision, scale)).toThrow(`decimal(${precision}, ${scale})`);
});
