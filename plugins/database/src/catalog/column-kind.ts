/**
 * The kind of values in a column, if wrong values of that kind can be recognised. All other columns are `other`: the database checks their
 * values.
 */
export type ColumnKind =
  | { readonly kind: 'integer'; readonly least: bigint; readonly most: bigint }
  | { readonly kind: 'decimal' | 'boolean' | 'text' | 'uuid' | 'other' };

const integer = (bits: bigint): ColumnKind => ({
  kind: 'integer',
  least: -(2n ** (bits - 1n)),
  most: 2n ** (bits - 1n) - 1n,
});

export const other: ColumnKind = { kind: 'other' };
const long = integer(64n);
const text: ColumnKind = { kind: 'text' };
const decimal: ColumnKind = { kind: 'decimal' };

/** `pg_type.typname` to kind. */
const pgsqlKinds: Readonly<Record<string, ColumnKind>> = {
  int2: integer(16n),
  int4: integer(32n),
  int8: long,
  numeric: decimal,
  float4: decimal,
  float8: decimal,
  bool: { kind: 'boolean' },
  uuid: { kind: 'uuid' },
  text,
  varchar: text,
  bpchar: text,
  citext: text,
};

const mysqlKinds: Readonly<Record<string, ColumnKind>> = {
  smallint: long,
  mediumint: long,
  int: long,
  tinyint: long,
  bigint: { kind: 'integer', least: -(2n ** 63n), most: 2n ** 64n - 1n },
  decimal,
  float: decimal,
  double: decimal,
  'tinyint(1)': { kind: 'boolean' },
  uuid: { kind: 'uuid' },
  char: text,
  varchar: text,
  tinytext: text,
  text,
  mediumtext: text,
  longtext: text,
  enum: text,
  set: text,
};

export const pgsqlKind = (type: string): ColumnKind => pgsqlKinds[type] ?? other;

/** `data` is the type, `whole` the type with its width: MySQL's boolean is a `tinyint(1)`. */
export const mysqlKind = (data: string, whole: string): ColumnKind => mysqlKinds[whole] ?? mysqlKinds[data] ?? other;

/** The kind of a declared type, by the rules for affinities of https://sqlite.org/datatype3.html 3.1. */
export const sqliteKind = (declared: string): ColumnKind => {
  const type = declared.toUpperCase();
  if (type.includes('BOOL')) return { kind: 'boolean' };
  if (type.includes('INT')) return long;
  if (/CHAR|CLOB|TEXT/.test(type)) return text;
  if (/REAL|FLOA|DOUB|NUMERIC|DECIMAL/.test(type)) return decimal;
  return other;
};
