import { expect, test } from '@jest/globals';
import {
  cursorPaginate,
  cursorRules,
  decimal,
  type MigrationDb,
  pageRules,
  paginate,
  sortOf,
  sql,
  timestamp,
} from '@taproot/database';
import { CamelCasePlugin } from 'kysely';
import { anyTables, withDatabase } from './support/application.ts';
import { comparePages } from './support/compare-pages.ts';
import { freshName, onEngines, sqlite } from './support/engines.ts';
import { withServed } from './support/served.ts';

const rows = Array.from({ length: 25 }, (_none, at) => ({
  id: at + 1,
  // Equal for some, so that the key decides.
  price: `${at % 4}.50`,
  at: new Date(Date.UTC(2026, 0, 1 + (at % 5))),
}));

const withBoxes = (
  connection: Parameters<typeof withDatabase>[0],
  work: (db: MigrationDb, table: string) => Promise<void>,
): Promise<void> =>
  withDatabase(connection, async (app) => {
    const db = anyTables(app);
    const table = freshName('boxes');
    await db.schema
      .createTable(table)
      .addColumn('id', 'integer', (id) => id.primaryKey())
      .addColumn('price', decimal(10, 2))
      .addColumn('at', timestamp())
      .execute();
    await db.insertInto(table).values(rows).execute();
    try {
      await work(db, table);
    } finally {
      await db.schema.dropTable(table).execute();
    }
  });

const request = { fullUrl: () => 'https://x.org/boxes?q=a%26b&page=9&cursor=old' };

onEngines((engine) => {
  test('paginate() reads a page, counts all rows, and links to the others', async () => {
    await withBoxes(engine.connection, async (db, table) => {
      const query = db.selectFrom(table).select('id').orderBy('id');
      expect(await paginate(query, { page: 3, per_page: 10, request })).toEqual({
        data: [21, 22, 23, 24, 25].map((id) => ({ id })),
        meta: { page: 3, per_page: 10, total: 25, last_page: 3 },
        links: {
          first: 'https://x.org/boxes?q=a%26b&page=1&cursor=old&per_page=10',
          prev: 'https://x.org/boxes?q=a%26b&page=2&cursor=old&per_page=10',
          next: null,
          last: 'https://x.org/boxes?q=a%26b&page=3&cursor=old&per_page=10',
        },
      });
      expect((await paginate(query)).data).toHaveLength(20);
      expect(await paginate(query, { page: 900_000_000_000_000, per_page: 100 })).toMatchObject({
        data: [],
        meta: { total: 25 },
      });
      expect(await paginate(query.where('id', '>', 99), { page: 1 })).toEqual({
        data: [],
        meta: { page: 1, per_page: 20, total: 0, last_page: 1 },
        links: { first: null, prev: null, next: null, last: null },
      });
      // Rows that are made of several, or of several tables.
      expect(
        (
          await paginate(
            query.clearOrderBy().clearSelect().select('price').groupBy('price').having('price', '>', '0.50'),
          )
        ).meta.total,
      ).toBe(3);
      expect(
        (await paginate(query.clearSelect().clearOrderBy().select('price').distinct().orderBy('price'))).meta.total,
      ).toBe(4);
      const joined = db
        .selectFrom(`${table} as a`)
        .innerJoin(`${table} as b`, 'a.id', 'b.id')
        .selectAll()
        .orderBy('a.id');
      expect((await paginate(joined)).meta.total).toBe(25);
      for (const wrong of [0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY])
        for (const option of ['page', 'per_page'])
          await expect(paginate(query, { [option]: wrong })).rejects.toMatchObject({ code: 'E_PAGE_OPTION' });
    });
  });

  test('cursorPaginate() walks through every row once, forwards and back, whatever is added before it', async () => {
    await withBoxes(engine.connection, async (db, table) => {
      const query = db.selectFrom(table).select(['id', 'price', 'at']);
      const orders = [{ id: 'asc' }, { id: 'desc' }, { price: 'desc', id: 'asc' }, { at: 'asc', id: 'desc' }] as const;
      for (const by of orders) {
        let all = query;
        for (const [column, direction] of Object.entries(by)) all = all.orderBy(column, direction);
        const expected = (await all.execute()).map(({ id }) => id);
        const forwards: unknown[] = [];
        let cursor: string | null = null;
        let first: string | null = null;
        do {
          const page: Awaited<ReturnType<typeof cursorPaginate>> = await cursorPaginate(query, {
            by,
            cursor,
            per_page: 4,
          });
          forwards.push(...page.data.map((row) => Object(row).id));
          cursor = page.meta.next_cursor;
          first = page.meta.prev_cursor;
        } while (cursor !== null);
        expect([by, forwards]).toEqual([by, expected]);
        const back: unknown[] = [];
        while (first !== null) {
          const page: Awaited<ReturnType<typeof cursorPaginate>> = await cursorPaginate(query, {
            by,
            cursor: first,
            per_page: 4,
          });
          back.unshift(...page.data.map((row) => Object(row).id));
          first = page.meta.prev_cursor;
        }
        expect([by, back]).toEqual([by, expected.slice(0, 24)]);
      }
      const page = await cursorPaginate(query, { by: { id: 'asc' }, per_page: 10, request });
      await db
        .insertInto(table)
        .values({ id: -1, price: '1', at: new Date(0) })
        .execute();
      await db.deleteFrom(table).where('id', '=', 3).execute();
      const next = await cursorPaginate(query, { by: { id: 'asc' }, per_page: 2, cursor: page.meta.next_cursor });
      expect(next.data.map(({ id }) => id)).toEqual([11, 12]);
      expect(page.links.prev).toBeNull();
      const link = new URL(page.links.next ?? '');
      expect([link.searchParams.get('cursor'), link.searchParams.get('q')]).toEqual([page.meta.next_cursor, 'a&b']);
    });
  });
});

const seed = Number(process.env['SEED'] ?? 20261127);

onEngines((engine) => {
  test(`all pages together are the rows of the query, in order, once, both ways (seed ${seed})`, async () => {
    await withDatabase(engine.connection, async (app) => {
      const { lists, faults } = await comparePages(anyTables(app), freshName('pages'), { seed, tables: 4 });
      expect(faults).toEqual([]);
      // Most of the lists have several pages.
      expect(lists).toBeGreaterThan(20);
    });
  });

  test('a column whose values are half null loses no row, whatever the direction', async () => {
    await withDatabase(engine.connection, async (app) => {
      const db = anyTables(app);
      const table = freshName('tasks');
      await db.schema
        .createTable(table)
        .addColumn('id', 'integer', (id) => id.primaryKey())
        .addColumn('position', 'integer')
        .execute();
      await db
        .insertInto(table)
        .values([1, 2, 3, 4, 5, 6].map((id) => ({ id, position: id % 2 === 0 ? null : id })))
        .execute();
      const query = db.selectFrom(table).select(['id', 'position']);
      for (const direction of ['asc', 'desc'] as const) {
        const seen: unknown[] = [];
        let cursor: string | null = null;
        do {
          const by = { position: direction, id: 'asc' } as const;
          const page: Awaited<ReturnType<typeof cursorPaginate>> = await cursorPaginate(query, {
            by,
            per_page: 2,
            cursor,
          });
          seen.push(...page.data.map((row) => Object(row).id));
          cursor = page.meta.next_cursor;
        } while (cursor !== null);
        const values = direction === 'asc' ? [1, 3, 5] : [5, 3, 1];
        // PostgreSQL takes null for the greatest value, the others for the least.
        const nullsFirst = (engine.name === 'pgsql') === (direction === 'desc');
        expect(seen).toEqual(nullsFirst ? [2, 4, 6, ...values] : [...values, 2, 4, 6]);
      }
      await db.schema.dropTable(table).execute();
    });
  });
});

const text = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

test('a cursor that is none for this list is refused, and never part of a statement', async () => {
  await withBoxes(sqlite.connection, async (db, table) => {
    const query = db.selectFrom(table).selectAll();
    expect((await cursorPaginate(query, { by: { id: 'asc' }, cursor: '' })).data).toHaveLength(20);
    const wrong = [
      'x',
      '{}',
      text(null),
      text(['id asc', 0]),
      text(['id asc', 2, 1]),
      text(['id asc', 0, 1, 2]),
      text(['id desc', 0, 1]),
      text(['price asc', 0, 1]),
      text(['id asc', 0, { at: 'soon' }]),
      text(['id asc', 0, [1]]),
      text(['id asc', 0, 'x'.repeat(5000)]),
    ];
    for (const cursor of wrong)
      await expect(cursorPaginate(query, { by: { id: 'asc' }, cursor })).rejects.toMatchObject({
        code: 'E_PAGE_CURSOR',
        status: 422,
      });
    const injected = text(['id asc', 0, '1 or 1=1; drop table x']);
    expect((await cursorPaginate(query, { by: { id: 'asc' }, cursor: injected })).data).toEqual([]);
    await expect(cursorPaginate(query, { by: {} })).rejects.toMatchObject({ code: 'E_PAGE_OPTION' });
    await expect(cursorPaginate(query, { by: { 'id; drop': 'asc' } })).rejects.toMatchObject({
      code: 'E_DATABASE_IDENTIFIER',
    });
  });
});

test('an order that no cursor can hold is refused on the first page', async () => {
  await withBoxes(sqlite.connection, async (db, table) => {
    const query = db.selectFrom(table).selectAll();
    const own = [
      [query.orderBy('price'), 'orderBy()'],
      [query.limit(3), 'limit()'],
      [query.offset(3), 'offset()'],
    ] as const;
    for (const [ordered, name] of own)
      await expect(cursorPaginate(ordered, { by: { id: 'asc' } })).rejects.toMatchObject({
        code: 'E_PAGE_ORDER',
        message: expect.stringContaining(name),
      });
    for (const value of [sql`x'00'`, sql`1e999`, sql.val('x'.repeat(4000))])
      await expect(
        cursorPaginate(query.select(value.as('value')), { by: { value: 'asc', id: 'asc' }, per_page: 2 }),
      ).rejects.toMatchObject({ code: 'E_PAGE_COLUMN' });
    await expect(cursorPaginate(query, { by: { nowhere: 'asc' } })).rejects.toMatchObject({
      code: 'E_DATABASE_SCHEMA',
    });
  });
});

test('names that a plugin of kysely changes are found', async () => {
  await withBoxes(sqlite.connection, async (db, table) => {
    const camel = db.withPlugin(new CamelCasePlugin());
    const query = camel.selectFrom(table).select(['id', sql`length(price)`.as('textLength'), 'at as madeAt']);
    const seen: unknown[] = [];
    let cursor: string | null = null;
    do {
      const by = { textLength: 'asc', madeAt: 'desc', id: 'asc' } as const;
      const page: Awaited<ReturnType<typeof cursorPaginate>> = await cursorPaginate(query, { by, per_page: 7, cursor });
      seen.push(...page.data);
      cursor = page.meta.next_cursor;
    } while (cursor !== null);
    expect(seen).toHaveLength(25);
    expect(Object.keys(Object(seen[24]))).toEqual(['id', 'textLength', 'madeAt']);
  });
});

test('sortOf() reads a listed column, and refuses any other', () => {
  expect(sortOf('-price', ['id', 'price'], 'id')).toEqual(['price', 'desc']);
  expect(sortOf(undefined, ['id', 'price'], '-id')).toEqual(['id', 'desc']);
  for (const sort of ['at', '--id', '', 'id desc', '__proto__'])
    expect(() => sortOf(sort, ['id', 'price'], 'id')).toThrow('cannot be sorted by');
  expect(() => pageRules({ sort: ['id', 'id,x'] })).toThrow('"id,x"'.replaceAll('"', "'"));
});

test('input of the other kind of page does not compile', () => {
  type Options = Parameters<typeof cursorPaginate>[1];
  const paged: { readonly page: number } = { page: 2 };
  const placed: { readonly cursor: string } = { cursor: 'a' };
  // @ts-expect-error -- input of pageRules(): every page would be the first
  const byCursor: Options = { by: { id: 'asc' }, ...paged };
  // @ts-expect-error -- input of cursorRules(), likewise
  const byPage: Parameters<typeof paginate>[1] = { ...placed };
  expect([byCursor, byPage]).toHaveLength(2);
});

test('the rules let through what paginate() takes, and refuse the rest as 422', async () => {
  const columns = ['id', 'price'] as const;
  await withServed(
    sqlite.connection,
    (route) => {
      route.get('/boxes', async (ctx) => {
        const input = await ctx.request().validated(pageRules({ sort: columns, max: 50 }));
        // Typed by the rules.
        const page: number | null | undefined = input.page;
        const sort: '-id' | '-price' | 'id' | 'price' | null | undefined = input.sort;
        return ctx
          .response()
          .json(200, { page: page ?? null, per_page: input.per_page ?? null, sort: sortOf(sort, columns, 'id') });
      });
      route.get('/plain', async (ctx) => {
        await ctx.request().validated(pageRules());
        return ctx.response().json(200, {});
      });
      route.get('/from', async (ctx) => {
        const input = await ctx.request().validated(cursorRules({ sort: columns, max: 50 }));
        const cursor: string | null | undefined = input.cursor;
        return ctx.response().json(200, { cursor: cursor ?? null });
      });
    },
    async ({ send }) => {
      expect(await send('GET', '/boxes?page=2&per_page=50&sort=-price')).toEqual({
        status: 200,
        body: { page: 2, per_page: 50, sort: ['price', 'desc'] },
      });
      expect((await send('GET', '/boxes')).body).toEqual({ page: null, per_page: null, sort: ['id', 'asc'] });
      for (const query of [
        'page=0',
        'page=1.5',
        'page=x',
        'page=1000001',
        'per_page=51',
        'per_page=-1',
        'sort=at',
        'sort=id;drop',
        'sort=id&sort=price',
      ])
        expect([query, (await send('GET', `/boxes?${query}`)).status]).toEqual([query, 422]);
      expect((await send('GET', '/plain?sort=id')).status).toBe(422);
      expect((await send('GET', '/plain?page=3')).status).toBe(200);
      expect((await send('GET', '/from?cursor=a&per_page=50&sort=-id')).body).toEqual({ cursor: 'a' });
      for (const query of ['cursor[]=1', 'per_page=51', 'sort=at'])
        expect([query, (await send('GET', `/from?${query}`)).status]).toEqual([query, 422]);
    },
  );
});
