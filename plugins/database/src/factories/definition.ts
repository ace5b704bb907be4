import type { Insertable, Kysely } from 'kysely';
import type { Tables } from '../tables.ts';
import type { RandomSource } from './made-rows.ts';

/** Names of tables of the default connection. */
// oxlint-disable-next-line typescript/no-redundant-type-constituents -- filled by declaration merging
export type TableName = keyof Tables & string;

/** Values to insert into a table. */
export type RowValues<Table extends TableName> = Insertable<Tables[Table]>;

/** Any factory whose rows other rows can refer to. */
export interface AnyFactory {
  /** Inserts a row and resolves to it. */
  create(db: Kysely<Tables>): Promise<object>;
}

/** Parents of a row: factories by the column that refers to their rows. */
export type Parents<Table extends TableName> = { readonly [Column in keyof RowValues<Table>]?: AnyFactory };

/** Facts about the row that a factory makes. */
export interface RowContext {
  /** Number of the row among those of its factory, from 1 on: for values that must differ. */
  readonly sequence: number;
}

/** Changed columns of a row: values, or a function that makes them. */
export type StateOf<Table extends TableName> =
  | Partial<RowValues<Table>>
  | ((context: RowContext) => Partial<RowValues<Table>>);

/** Requires a value for every column that needs one and has no parent, and refuses columns that the table does not have. */
type RequiredOf<Table extends TableName, Own, Row> = Omit<RowValues<Table>, keyof Own> &
  Readonly<Record<Exclude<keyof Row, keyof RowValues<Table>>, never>>;

/** How a factory makes rows. */
export interface FactoryDefinition<
  Table extends TableName,
  Own extends Parents<Table>,
  State extends string,
  Row extends Partial<RowValues<Table>>,
> {
  /** Makes the columns of one row. `create()` adds the columns of `parents`. */
  readonly row: (context: RowContext) => Row & RequiredOf<Table, NoInfer<Own>, NoInfer<Row>>;
  /** Factories of the rows to which each row refers, by column: `{ author_id: userFactory }`. `create()` makes such a row first. */
  readonly parents?: Own & Readonly<Record<Exclude<keyof Own, keyof RowValues<Table>>, never>>;
  /** Named variants: `{ draft: { published_at: null } }`. */
  readonly states?: Readonly<Record<State, StateOf<Table>>>;
  /** The source of made-up values, such as `faker`. `refreshDatabase()` resets it, so that each run makes the same rows. */
  readonly random?: RandomSource;
  /** The column that other rows refer to; `id` when left out. */
  readonly key?: keyof Tables[Table] & string;
}
