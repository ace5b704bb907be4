import { didYouMean } from '@taproot/core/plugin';
import { type Kysely, type Selectable, sql } from 'kysely';
import { checkColumn } from '../catalog/check-identifier.ts';
import { errors } from '../errors.ts';
import type { Tables } from '../tables.ts';
import type { AnyFactory, FactoryDefinition, Parents, RowContext, RowValues, TableName } from './definition.ts';
import { nextNumber } from './made-rows.ts';

/** A row that `make()` returns. It has columns of parents only if the caller gave them. */
export type MadeRow<Table extends TableName, Parent extends string> = Omit<RowValues<Table>, Parent> &
  Partial<Pick<RowValues<Table>, Parent & keyof RowValues<Table>>>;

/** A row that another one can refer to. */
interface Referred {
  readonly id: string | number | bigint;
}

type Values = Readonly<Record<string, unknown>>;

interface Recipe {
  readonly table: string;
  readonly definition: {
    readonly row: (context: RowContext) => object;
    readonly states?: Readonly<Record<string, object>>;
    readonly random?: { seed(value: number): unknown };
    readonly key?: string;
  };
}

/** A row by its columns. */
type InsertedRow = Readonly<Record<string, unknown>>;

/** Inserts a row and then reads it, because MySQL and MariaDB do not return inserted rows. */
const insertRow = async (
  db: Kysely<Tables>,
  table: string,
  values: Readonly<Record<string, unknown>>,
  key: string,
): Promise<InsertedRow> => {
  const given = Object.entries(values).filter(([, value]) => value !== undefined);
  const columns = sql.join(given.map(([name]) => sql.ref(checkColumn(name))));
  const insert = sql`insert into ${sql.table(table)} (${columns}) values (${sql.join(given.map(([, value]) => value))})`;
  if (db.getExecutor().adapter.supportsReturning)
    return one(await sql<InsertedRow>`${insert} returning *`.execute(db), table);
  const { insertId } = await insert.execute(db);
  const found = sql<InsertedRow>`select * from ${sql.table(table)} where ${sql.ref(key)} = ${values[key] ?? insertId}`;
  return one(await found.execute(db), table);
};

const one = ({ rows: [row] }: { readonly rows: readonly InsertedRow[] }, table: string): InsertedRow => {
  if (row === undefined) throw errors.E_FACTORY_ROW({ table });
  return row;
};

/** The changes of a caller to the definition. */
interface Changes {
  readonly states: readonly (object | ((context: RowContext) => object))[];
  readonly cycle: readonly object[];
  readonly parents: ReadonlyMap<string, AnyFactory | Referred>;
  readonly children: readonly {
    readonly factory: Factory<TableName, string, string>;
    readonly column: string;
    readonly count: number;
  }[];
}

/** Makes rows of one table, for tests and seeders. A factory never changes: each method returns a new one. */
export class Factory<Table extends TableName, Parent extends string, State extends string> {
  readonly #recipe: Recipe;
  readonly #changes: Changes;

  /** Only `defineFactory()` calls it. */
  constructor(recipe: Recipe, changes: Changes) {
    this.#recipe = recipe;
    this.#changes = changes;
  }

  /** A factory whose rows have these states; later states win. */
  state(...names: readonly State[]): Factory<Table, Parent, State> {
    const { definition, table } = this.#recipe;
    const { states = {} } = definition;
    const chosen = names.map((name) => {
      const state = Object.hasOwn(states, name) ? states[name] : undefined;
      if (state !== undefined) return state;
      throw errors.E_FACTORY_STATE({ table, state: name, hint: didYouMean(name, Object.keys(states)) });
    });
    return this.#with({ states: [...this.#changes.states, ...chosen] });
  }

  /** A factory that uses these values in turn for its rows: `sequence({ role: 'admin' }, { role: 'guest' })`. */
  sequence(...rows: readonly Partial<RowValues<Table>>[]): Factory<Table, Parent, State> {
    return this.#with({ cycle: rows });
  }

  /** A factory whose rows refer to this parent: an existing row, or a factory that makes a parent for each row. */
  for(column: keyof RowValues<Table> & string, parent: AnyFactory | Referred): Factory<Table, Parent, State> {
    return this.#with({ parents: new Map([...this.#changes.parents, [column, parent]]) });
  }

  /** A factory that also makes `count` children for each of its rows. The `column` of a child refers to the row. */
  has<Child extends TableName>(
    factory: Factory<Child, string, string>,
    column: keyof RowValues<Child> & string,
    count = 1,
  ): Factory<Table, Parent, State> {
    const child = {
      factory: factory as unknown as Factory<TableName, string, string>,
      column,
      count: wholeNumber(count),
    };
    return this.#with({ children: [...this.#changes.children, child] });
  }

  /** Makes the values of one row, without a database. */
  make(values: Partial<RowValues<Table>> = {}): MadeRow<Table, Parent> {
    return this.#make(values, 0) as MadeRow<Table, Parent>;
  }

  /** Makes the values of several rows. */
  makeMany(count: number, values: Partial<RowValues<Table>> = {}): MadeRow<Table, Parent>[] {
    return Array.from(
      { length: wholeNumber(count) },
      (_, index) => this.#make(values, index) as MadeRow<Table, Parent>,
    );
  }

  /** Inserts a row, with its parents and children; resolves to the row as the database has it. `db` may be a transaction. */
  async create(db: Kysely<Tables>, values: Partial<RowValues<Table>> = {}): Promise<Selectable<Tables[Table]>> {
    return (await this.#create(db, values, 0)) as Selectable<Tables[Table]>;
  }

  /** Inserts several rows, one after another. */
  async createMany(
    db: Kysely<Tables>,
    count: number,
    values: Partial<RowValues<Table>> = {},
  ): Promise<Selectable<Tables[Table]>[]> {
    const rows: Selectable<Tables[Table]>[] = [];
    for (let index = 0; index < wholeNumber(count); index++)
      rows.push((await this.#create(db, values, index)) as Selectable<Tables[Table]>);
    return rows;
  }

  #make(values: object, index: number): Values {
    const { definition } = this.#recipe;
    const { states, cycle, parents } = this.#changes;
    const context = { sequence: nextNumber(this.#recipe, definition.random) };
    const changes = states.map((state) => (typeof state === 'function' ? state(context) : state));
    const known = [...parents].flatMap(([column, parent]) => ('id' in parent ? [[column, parent.id]] : []));
    return Object.assign(
      {},
      definition.row(context),
      ...changes,
      cycle[index % cycle.length],
      Object.fromEntries(known),
      values,
    ) as Values;
  }

  async #create(db: Kysely<Tables>, given: object, index: number): Promise<InsertedRow> {
    const { table, definition } = this.#recipe;
    const { key = 'id' } = definition;
    const values: Record<string, unknown> = { ...this.#make(given, index) };
    for (const [column, parent] of this.#changes.parents)
      if (values[column] === undefined && parent instanceof Factory) values[column] = await parent.#keyOfNew(db);
    const row = await insertRow(db, table, values, key);
    for (const { factory, column, count } of this.#changes.children)
      for (let child = 0; child < count; child++) await factory.#create(db, { [column]: row[key] }, child);
    return row;
  }

  async #keyOfNew(db: Kysely<Tables>): Promise<unknown> {
    const { key = 'id' } = this.#recipe.definition;
    return (await this.#create(db, {}, 0))[key];
  }

  #with(changes: Partial<Changes>): Factory<Table, Parent, State> {
    return new Factory(this.#recipe, { ...this.#changes, ...changes });
  }
}

const wholeNumber = (count: number): number => {
  if (Number.isSafeInteger(count) && count >= 0) return count;
  throw errors.E_FACTORY_COUNT({ count: String(count) });
};

/**
 * A factory of rows of a table, for tests and seeders; tables and columns are those of the application.
 *
 * @example export const postFactory = defineFactory('posts', { row: ({ sequence }) => ({ slug: `post-${sequence}` }) });
 */
export const defineFactory = <
  Table extends TableName,
  // oxlint-disable-next-line typescript/no-empty-object-type -- no parents
  const Own extends Parents<Table> = {},
  State extends string = never,
  const Row extends Partial<RowValues<Table>> = Partial<RowValues<Table>>,
>(
  table: Table,
  definition: FactoryDefinition<Table, Own, State, Row>,
): Factory<Table, keyof Own & string, State> => {
  const parents = new Map(Object.entries<AnyFactory | undefined>({ ...definition.parents }));
  return new Factory(
    { table, definition },
    {
      states: [],
      cycle: [],
      parents: new Map([...parents].flatMap(([column, parent]) => (parent === undefined ? [] : [[column, parent]]))),
      children: [],
    },
  );
};
