import type { DatabaseNames } from '@taproot/core';

type Declared = DatabaseNames extends { tables: infer Tables } ? Tables : object;

/** Names of tables that the application declares; any text if it declares none. */
export type TableName = keyof Declared extends never ? string : Extract<keyof Declared, string>;

/** The tables that rules accept: a declared table, a table of another connection, or a string that is not a literal. */
export type TableInput<Table> = Table extends never
  ? Table
  : string extends Table
    ? Table
    : keyof Declared extends never
      ? string
      : OrElsewhere<Extract<keyof Declared, string>>;

type OrElsewhere<Name> = Name | `${string}.${string}`;

/** The columns of a declared table; any text for other tables. */
export type ColumnName<Table> = Table extends keyof Declared ? keyof Declared[Table] & string : string;
