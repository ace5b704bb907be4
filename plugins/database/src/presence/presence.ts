import { FrameworkError, hasCode } from '@taproot/core';
import { reasonOf } from '@taproot/core/internal';
import { type PresenceQuery, type PresenceVerifier } from '@taproot/core/plugin';
import { checkColumn, checkTable } from '../catalog/check-identifier.ts';
import type { Connection } from '../connection/connection.ts';
import type { DatabaseRuntime } from '../connection/database-runtime.ts';
import { errors } from '../errors.ts';
import { isMisfit } from './is-misfit.ts';
import { type Asked, presentQuery } from './present-query.ts';
import { QueryText } from './query-text.ts';
import { uniqueViolation } from './unique-violation.ts';

/** The number of values in one query. Each value has its own `exists`, so that the database decides whether two values are equal. */
const atOnce = 200;

/** Answers `exists` and `unique` from the connections of an application. */
export class Presence implements PresenceVerifier {
  readonly #databases: DatabaseRuntime;
  readonly #texts = new Map<Connection, QueryText>();
  readonly violation = uniqueViolation;

  constructor(databases: DatabaseRuntime) {
    this.#databases = databases;
  }

  async present(query: PresenceQuery, signal: AbortSignal | null = null): Promise<readonly boolean[]> {
    const table = checkTable(query.table);
    const { columns, except, where } = query;
    for (const column of [...columns, ...(except === null ? [] : [except.column]), ...where.map((one) => one.column)])
      checkColumn(column);
    const connection = this.#databases.connection(query.connection);
    try {
      const asked = presentQuery(query, await connection.kinds.of(table), this.#textOf(connection));
      return asked === null ? query.values.map(() => false) : await askAll(connection, asked, signal);
    } catch (error) {
      const missing = hasCode(error, 'E_DATABASE_SCHEMA');
      if (error instanceof FrameworkError && !missing) throw error;
      const reason = reasonOf(missing && error instanceof Error ? error.cause : error);
      throw errors.E_DATABASE_FAILED({ connection: connection.name, table, reason }, { cause: error });
    }
  }

  #textOf(connection: Connection): QueryText {
    const known = this.#texts.get(connection);
    if (known !== undefined) return known;
    const text = new QueryText(connection);
    this.#texts.set(connection, text);
    return text;
  }
}

/** The answers in the order of the values. Values that fit no column are not in the query. */
const askAll = async (connection: Connection, asked: Asked, signal: AbortSignal | null): Promise<boolean[]> => {
  const answers = asked.terms.map(() => false);
  const open = asked.terms.flatMap((terms, at) => (terms.length === 0 ? [] : [at]));
  for (let from = 0; from < open.length; from += atOnce) {
    const part = open.slice(from, from + atOnce);
    const found = await ask(connection, asked, part, signal);
    part.forEach((at, i) => (answers[at] = found[i] === true));
  }
  return answers;
};

/** If the database cannot compare a value, no row has it. Halves the list until it finds that value. */
const ask = async (
  connection: Connection,
  asked: Asked,
  part: readonly number[],
  signal: AbortSignal | null,
): Promise<readonly boolean[]> => {
  try {
    const [row = {}] = await connection.run(asked.compile(part), signal);
    return part.map((_at, i) => Number(row[`p${i}`]) === 1);
  } catch (error) {
    if (!isMisfit(error)) throw error;
    if (part.length === 1) return [false];
    const middle = Math.ceil(part.length / 2);
    const first = await ask(connection, asked, part.slice(0, middle), signal);
    return [...first, ...(await ask(connection, asked, part.slice(middle), signal))];
  }
};
