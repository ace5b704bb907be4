import { cursorPaginate, decimal, type MigrationDb, sql, timestamp } from '@taproot/database';
import { Random } from '../../support/random.ts';

type Direction = 'asc' | 'desc';
type Row = Readonly<Record<string, unknown>>;
type Query = ReturnType<ReturnType<MigrationDb['selectFrom']>['select']>;

/** A query, and what may order it: each key of `by` with the column of the result that has its values. */
interface Shape {
  readonly query: Query;
  readonly terms: Readonly<Record<string, string>>;
  /** The terms that are unique together. They come last, in any order. */
  readonly unique: readonly string[];
}

/** Makes two tables with many nulls and ties, and drops them after the work. */
export const withRandomTables = async (
  db: MigrationDb,
  name: string,
  random: Random,
  work: (parents: string, children: string) => Promise<void>,
): Promise<void> => {
  const [parents, children] = [`${name}_a`, `${name}_b`];
  await db.schema
    .createTable(parents)
    .addColumn('id', 'integer', (id) => id.primaryKey())
    .addColumn('n', 'integer')
    .addColumn('s', 'varchar(20)')
    .addColumn('d', decimal(10, 2))
    .addColumn('f', 'double precision')
    .addColumn('b', 'boolean')
    .addColumn('t', timestamp())
    .execute();
  await db.schema
    .createTable(children)
    .addColumn('id', 'integer', (id) => id.primaryKey())
    .addColumn('a_id', 'integer')
    .addColumn('s', 'varchar(20)')
    .execute();
  const orNull = <Value>(make: () => Value): Value | null => (random.chance(0.4) ? null : make());
  const some = 1 + random.below(20);
  for (let id = 1; id <= some; id++)
    await db
      .insertInto(parents)
      .values({
        id,
        n: orNull(() => random.below(4)),
        s: orNull(() => random.pick(['', 'a', 'B', 'é', 'null', '10', '9'])),
        d: orNull(() => random.pick(['-1.50', '0.00', '12.25', '12.30'])),
        f: orNull(() => random.pick([0.1, 1 / 3, -2.5e10])),
        b: orNull(() => random.chance(0.5)),
        t: orNull(() => new Date(Date.UTC(2026, random.below(2), 1, 0, 0, 0, random.below(2)))),
      })
      .execute();
  for (let id = 1; id <= random.below(20); id++)
    await db
      .insertInto(children)
      .values({ id, a_id: orNull(() => 1 + random.below(some)), s: orNull(() => random.pick(['x', 'y'])) })
      .execute();
  try {
    await work(parents, children);
  } finally {
    await db.schema.dropTable(children).execute();
    await db.schema.dropTable(parents).execute();
  }
};

const columns = ['n', 's', 'd', 'f', 'b', 't'] as const;
const itself = (names: readonly string[]): Record<string, string> =>
  Object.fromEntries(names.map((name) => [name, name]));

const shapes: Readonly<Record<string, (db: MigrationDb, a: string, b: string) => Shape>> = {
  columns: (db, a) => ({
    query: db.selectFrom(a).select(['id', ...columns]),
    terms: { ...itself(['id', ...columns]), [`${a}.n`]: 'n' },
    unique: ['id'],
  }),
  all: (db, a) => ({ query: db.selectFrom(a).selectAll(), terms: itself(['id', ...columns]), unique: ['id'] }),
  aliases: (db, a) => ({
    query: db.selectFrom(a).select(['id as key', 'n as rank_no', 's as n', sql`coalesce(d, 0)`.as('price')]),
    terms: itself(['key', 'rank_no', 'n', 'price']),
    unique: ['key'],
  }),
  'an alias that hides a column': (db, a) => ({
    query: db.selectFrom(a).select(['id', sql`-n`.as('n'), sql`upper(s)`.as('s')]),
    terms: itself(['id', 'n', 's']),
    unique: ['id'],
  }),
  'an alias beside all columns': (db, a) => ({
    query: db.selectFrom(a).selectAll().select(sql`${1} - n`.as('score')),
    terms: itself(['id', 'n', 'score', 's']),
    unique: ['id'],
  }),
  'a join': (db, a, b) => ({
    query: db
      .selectFrom(a)
      .leftJoin(b, `${b}.a_id`, `${a}.id`)
      .select([`${b}.id`, `${a}.id as parent`, `${a}.s`, `${b}.s as child_s`, 'n']),
    terms: { [`${b}.id`]: 'id', parent: 'parent', [`${a}.id`]: 'parent', [`${b}.s`]: 'child_s', s: 's', n: 'n' },
    unique: [`${b}.id`, `${a}.id`],
  }),
  'a table under another name': (db, a, b) => ({
    query: db
      .selectFrom(`${a} as one`)
      .innerJoin(`${b} as two`, 'two.a_id', 'one.id')
      .select(['one.id as one_id', 'two.id', 'one.t', 'two.s']),
    terms: { 'one.id': 'one_id', id: 'id', t: 't', 'one.t': 't', 'two.s': 's' },
    unique: ['id'],
  }),
  groups: (db, a) => ({
    query: db
      .selectFrom(a)
      .select(['n', ({ fn }) => fn.countAll().as('many'), ({ fn }) => fn.max('s').as('s')])
      .groupBy('n'),
    terms: itself(['n', 'many', 's']),
    unique: ['n'],
  }),
  'distinct rows': (db, a) => ({
    query: db.selectFrom(a).select(['n', 's as name']).distinct(),
    terms: itself(['n', 'name']),
    unique: ['n', 'name'],
  }),
  'a union': (db, a, b) => ({
    query: db
      .selectFrom(a)
      .select(['s'])
      .union(db.selectFrom(b).select(['s'])),
    terms: itself(['s']),
    unique: ['s'],
  }),
  'a subquery': (db, a, b) => ({
    query: db
      .selectFrom(a)
      .select([
        'id',
        (eb) =>
          eb
            .selectFrom(b)
            .select(({ fn }) => fn.max(`${b}.s`).as('last'))
            .whereRef(`${b}.a_id`, '=', `${a}.id`)
            .as('last'),
      ])
      .where((is) => is.or([is('n', 'is', null), is('n', '<', 3)])),
    terms: itself(['id', 'last']),
    unique: ['id'],
  }),
};

const shuffled = <Item>(random: Random, items: readonly Item[]): Item[] =>
  items
    .map((item) => [random.next(), item] as const)
    .toSorted(([a], [b]) => a - b)
    .map(([, item]) => item);

const randomOrder = (random: Random, { terms, unique }: Shape): Record<string, Direction> => {
  const others = shuffled(
    random,
    Object.keys(terms).filter((term) => !unique.includes(term)),
  );
  const keys = [...others.slice(0, random.below(3)), ...shuffled(random, unique)];
  return Object.fromEntries(keys.map((key) => [key, random.pick(['asc', 'desc'] as const)]));
};

/** The rows of all pages: forwards from the first page, and backwards from the last one. */
const walk = async (
  query: Query,
  by: Record<string, Direction>,
  per_page: number,
): Promise<readonly [Row[], Row[]]> => {
  const forwards: Row[] = [];
  let page = await cursorPaginate(query, { by, per_page });
  for (let pages = 1; ; pages++) {
    forwards.push(...page.data);
    if (page.meta.next_cursor === null || pages > 100) break;
    page = await cursorPaginate(query, { by, per_page, cursor: page.meta.next_cursor });
  }
  const backwards: Row[] = [...page.data];
  for (let pages = 1; page.meta.prev_cursor !== null && pages <= 100; pages++) {
    page = await cursorPaginate(query, { by, per_page, cursor: page.meta.prev_cursor });
    backwards.unshift(...page.data);
  }
  return [forwards, backwards];
};

/**
 * Reads all pages of random queries over random tables and says where they are not the rows of the query, in order, once.
 * `outcome.lists` counts the lists that had several pages.
 */
export const comparePages = async (
  db: MigrationDb,
  name: string,
  { seed, tables }: { readonly seed: number; readonly tables: number },
): Promise<{ readonly lists: number; readonly faults: readonly string[] }> => {
  const faults: string[] = [];
  let lists = 0;
  for (let at = 0; at < tables; at++) {
    const random = new Random(seed + at);
    await withRandomTables(db, name, random, async (a, b) => {
      for (const [kind, make] of Object.entries(shapes)) {
        const shape = make(db, a, b);
        const by = randomOrder(random, shape);
        const perPage = 1 + random.below(4);
        let ordered = db.selectFrom(shape.query.as('wanted')).selectAll();
        for (const [term, direction] of Object.entries(by))
          ordered = ordered.orderBy(`wanted.${shape.terms[term]}`, direction);
        const wanted = await ordered.execute();
        if (wanted.length > perPage) lists++;
        const found = await walk(shape.query, by, perPage).catch((error: unknown) => [String(error), String(error)]);
        const text = JSON.stringify(wanted);
        for (const [way, rows] of [
          ['forwards', found[0]],
          ['backwards', found[1]],
        ] as const)
          if (JSON.stringify(rows) !== text)
            faults.push(
              `seed ${seed + at}, ${kind} by ${JSON.stringify(by)}, ${perPage} a page, ${way}: ${JSON.stringify(rows)} instead of ${text}`,
            );
      }
    });
  }
  return { lists, faults };
};
