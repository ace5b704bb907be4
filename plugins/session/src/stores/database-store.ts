import { dayOf, EndedRows, reasonOf } from '@taproot/core/internal';
import type { Row, RowStore, SparseReport } from '@taproot/core/plugin';
import { errors } from '../errors.ts';
import {
  changed,
  fromJson,
  type ListedSession,
  type SessionChanges,
  type SessionRecord,
  type SessionStore,
  toJson,
} from './session-store.ts';

/** Attempts to change a session that other requests change at the same time. Each attempt fails only if another one has succeeded. */
const attempts = 20;

/** Parts of a database store. */
export interface DatabaseStoreOptions {
  readonly rows: () => RowStore;
  readonly table: string;
  readonly report: SparseReport;
}

const recordOf = (row: Row): SessionRecord => ({
  began: Number(row['began_at']),
  touched: Number(row['touched_at']),
  user: typeof row['user_id'] === 'string' ? row['user_id'] : null,
  values: fromJson(Object(JSON.parse(String(row['data']))) as object),
});

/**
 * Sessions in a table. A row has a version: a change that finds another one reads the row again and applies its keys to it, so that two
 * requests do not lose each other's keys.
 */
export class DatabaseStore implements SessionStore {
  readonly #options: DatabaseStoreOptions;
  readonly #ended: EndedRows;

  constructor(options: DatabaseStoreOptions) {
    const { rows, table, report } = options;
    const failed = (error: unknown): void =>
      report(errors.E_SESSION_STORE_FAILED({ store: 'database', reason: reasonOf(error) }, { cause: error }));
    this.#options = options;
    this.#ended = new EndedRows({ rows, table, column: 'ends_day', failed });
  }

  async read(id: string): Promise<SessionRecord | null> {
    const row = await this.#row(id);
    return row === undefined ? null : recordOf(row);
  }

  async create(id: string, record: SessionRecord, lives: number): Promise<void> {
    const { began, touched, user, values } = record;
    const { rows, table } = this.#options;
    const data = toJson(values);
    const ends = { ends_day: dayOf(touched + lives) };
    const times = { began_at: began, touched_at: touched, ...ends };
    await rows().insert(table, { id, user_id: user, data, version: 1, ...times });
    this.#ended.remove();
  }

  async change(id: string, changes: SessionChanges): Promise<boolean> {
    const { rows, table } = this.#options;
    for (let attempt = 0; attempt < attempts; attempt++) {
      const row = await this.#row(id);
      if (row === undefined) return false;
      const { values, touched } = changed(recordOf(row), changes);
      const version = Number(row['version']);
      const next = {
        data: toJson(values),
        version: version + 1,
        touched_at: touched,
        ends_day: Math.max(Number(row['ends_day']), dayOf(changes.touched + changes.lives)),
      };
      if ((await rows().update(table, { id, version }, next)) > 0) return true;
    }
    throw errors.E_SESSION_BUSY();
  }

  async end(id: string): Promise<boolean> {
    const { rows, table } = this.#options;
    return (await rows().delete(table, { id })) > 0;
  }

  async ofUser(user: string): Promise<readonly ListedSession[]> {
    const { rows, table } = this.#options;
    const found = await rows().all(table, { user_id: user });
    return found.map((row) => ({
      id: String(row['id']),
      began: Number(row['began_at']),
      touched: Number(row['touched_at']),
    }));
  }

  /** Waits until the running removal has ended. */
  close(): Promise<void> {
    return this.#ended.close();
  }

  #row(id: string): Promise<Row | undefined> {
    const { rows, table } = this.#options;
    return rows().first(table, { id });
  }
}
