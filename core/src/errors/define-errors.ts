import { FrameworkError, type FrameworkErrorInit } from './framework-error.ts';

/** One row of a package's error table. When the error is made, the given values replace `{name}` in its strings. */
export interface ErrorRow {
  /** The problem, and where it is. `{name}` is replaced by a value. */
  readonly message: string;
  /** The action that the reader should take. `{name}` is replaced by a value. */
  readonly fix: string;
  /** HTTP status of the response when the error ends a request; 500 when left out. */
  readonly status?: number;
  /** Whether the mistake is in the line of the application that called the framework; consoles then show that line. */
  readonly placed?: true;
}

type Placeholder<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? (Name extends `${string} ${string}` ? never : Name) | Placeholder<Rest>
  : never;

type Values<Row extends ErrorRow> = { readonly [Name in Placeholder<Row['message'] | Row['fix']>]: string | number };

type Init = Pick<FrameworkErrorInit, 'cause' | 'headers' | 'details' | 'locale'>;

/** The error of one row: its code and its status are known to the compiler. */
export type TableError<Row extends ErrorRow, Code extends string> = FrameworkError & {
  /** Code of the row. */
  readonly code: Code;
  /** Status of the row; 500 where it has none. */
  readonly status: Row['status'] extends number ? Row['status'] : 500;
};

/** Creates the error of one row. It takes a value for each placeholder in the row. */
export type ErrorFactory<Row extends ErrorRow, Code extends string = string> = {
  (
    ...args: [keyof Values<Row>] extends [never] ? [init?: Init] : [values: Values<Row>, init?: Init]
  ): TableError<Row, Code>;
  /** Code of the errors it makes. */
  readonly code: Code;
  /** The row of the table, for documentation and tests. */
  readonly row: Row;
};

/** The factories of a table, by code. */
export type ErrorTable<Table extends Readonly<Record<string, ErrorRow>>> = {
  readonly [Code in keyof Table]: ErrorFactory<Table[Code], Code & string>;
};

const fill = (text: string, values: Readonly<Record<string, string | number>>): string =>
  text.replaceAll(/\{(\w+)\}/g, (_placeholder, name: string) => String(values[name]));

/** How many frames an error keeps when it shows a line of the application: many frames of the framework may lie above that line. */
const deep = 50;

const capture = (error: FrameworkError, make: Function, { placed }: ErrorRow): void => {
  const { stackTraceLimit } = Error;
  if (placed === true) Error.stackTraceLimit = Math.max(deep, stackTraceLimit);
  Error.captureStackTrace(error, make);
  Error.stackTraceLimit = stackTraceLimit;
};

/**
 * Turns a table of errors into factories, one for each code: `throw errors.E_PORT_IN_USE({ port })`. Documentation and tests read the
 * table, too, through `factory.row`.
 */
export const defineErrors = <const Table extends Readonly<Record<string, ErrorRow>>>(
  table: Table,
): ErrorTable<Table> => {
  const factories: Record<string, unknown> = {};
  for (const [code, row] of Object.entries<ErrorRow>(table)) {
    const takesValues = /\{\w+\}/.test(row.message + row.fix);
    const make = (...args: [Readonly<Record<string, string | number>> | Init | undefined, Init?]): FrameworkError => {
      const values = takesValues ? (args[0] as Readonly<Record<string, string | number>>) : {};
      const init = takesValues ? args[1] : (args[0] as Init | undefined);
      const error = new FrameworkError(code, fill(row.message, values), {
        ...init,
        values,
        fix: fill(row.fix, values),
        status: row.status,
        placed: row.placed,
      });
      capture(error, make, row);
      return error;
    };
    factories[code] = Object.assign(make, { row, code });
  }
  return Object.freeze(factories) as ErrorTable<Table>;
};
