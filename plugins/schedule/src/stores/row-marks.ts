import { hasCode } from '@taproot/core';
import { dayOf, EndedRows, reasonOf } from '@taproot/core/internal';
import type { RowStore } from '@taproot/core/plugin';
import { errors } from '../errors.ts';
import type { MarkStore } from '../marks.ts';

const table = 'schedule_marks';

/** Notes in a table, for every process with the same database. */
export class RowMarks implements MarkStore {
  readonly #rows: RowStore;
  readonly #ended: EndedRows;

  constructor(rows: RowStore, failed: (error: unknown) => void) {
    this.#rows = rows;
    this.#ended = new EndedRows({ rows: () => rows, table, column: 'ends_day', failed });
  }

  async create(id: string, content: string, days: number): Promise<boolean> {
    const ends = { ends_day: dayOf(Date.now() / 1000 + days * 86_400) };
    try {
      await onTable(this.#rows.insert(table, { id, content, ...ends }));
    } catch (error) {
      if (hasCode(error, 'E_ROW_CONFLICT')) return false;
      throw error;
    }
    this.#ended.remove();
    return true;
  }

  async read(id: string): Promise<string | null> {
    const row = await onTable(this.#rows.first(table, { id }));
    return row === undefined ? null : String(row['content']);
  }

  async swap(id: string, old: string, next: string | null): Promise<boolean> {
    const where = { id, content: old };
    const changed =
      next === null ? this.#rows.delete(table, where) : this.#rows.update(table, where, { content: next });
    return (await onTable(changed)) > 0;
  }

  async check(): Promise<void> {
    await onTable(this.#rows.first(table, { id: '', content: '', ends_day: 0 }));
  }
}

/** Names the command that writes the migration, where the table is missing. */
const onTable = async <Result>(work: Promise<Result>): Promise<Result> => {
  try {
    return await work;
  } catch (error) {
    const reason = reasonOf(error);
    if (/no such (?:table|column)|does not exist|doesn't exist|unknown column/i.test(reason))
      throw errors.E_SCHEDULE_TABLE({ reason }, { cause: error });
    throw error;
  }
};
