import { type Application, hasCode } from '@taproot/core';
import { reasonOf } from '@taproot/core/internal';
import { type RowStore, type Seals, type SparseReport, sealsOf, sparseReport } from '@taproot/core/plugin';
import { errors } from './errors.ts';

/** The id of a user, as your table has it. */
export type UserId = string | number | bigint;

/** Parts that tokens, codes, passkeys and sign-in share. */
export interface AccountParts {
  readonly app: Application;
  /** The rows of the database, opened at their first use. */
  readonly rows: () => RowStore;
  readonly seals: () => Seals;
  /** The name that authenticator apps and passkeys show. */
  readonly title: string;
  readonly report: SparseReport;
}

/** The same rows, but the error for a missing table says how to make it. */
const named = (rows: RowStore): RowStore => {
  const explained = async <Result>(table: string, work: Promise<Result>): Promise<Result> => {
    try {
      return await work;
    } catch (cause) {
      if (!hasCode(cause, 'E_DATABASE_SCHEMA')) throw cause;
      throw errors.E_ACCOUNT_TABLE(
        { table, reason: reasonOf(cause instanceof Error ? cause.cause : cause) },
        { cause },
      );
    }
  };
  return {
    first: (table, where) => explained(table, rows.first(table, where)),
    all: (table, where) => explained(table, rows.all(table, where)),
    insert: (table, row) => explained(table, rows.insert(table, row)),
    update: (table, where, changes) => explained(table, rows.update(table, where, changes)),
    delete: (table, where) => explained(table, rows.delete(table, where)),
  };
};

/** The shared parts of an application. */
export const partsOf = (app: Application): AccountParts => {
  let rows: RowStore | null = null;
  const open = (): RowStore => {
    const make = app.provided('rows');
    if (make === null) throw errors.E_ACCOUNT_ROWS();
    return named(make(app.config.account.connection));
  };
  return {
    app,
    rows: () => (rows ??= open()),
    seals: () => sealsOf(app, 'facades.Account()'),
    title: app.config.account.title ?? app.config.app.name,
    report: sparseReport((error) => app.report(error, { where: 'account', warning: true })),
  };
};

/** Unix seconds. */
export const unixNow = (): number => Math.floor(Date.now() / 1000);
