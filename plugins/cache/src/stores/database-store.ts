import type { PluginDatabase, RawBuilder } from '@taproot/database';
import type { SharedStore } from './shared-store.ts';
import { clock, loadSql, onTables } from './sql.ts';

/** Values whose time is over are removed each time this many were stored. */
const sweepEach = 500;

/** Values in a table, outside of every transaction. */
export class DatabaseStore implements SharedStore {
  readonly #database: PluginDatabase;
  #stored = 0;

  constructor(database: PluginDatabase) {
    this.#database = database;
  }

  async get(key: string): Promise<string | undefined> {
    const { sql, now } = await this.#parts();
    const [row] = await this.#run<{ content: unknown }>(
      sql`select content from cache_entries where id = ${key} and (expires_at is null or expires_at > ${now})`,
    );
    return typeof row?.content === 'string' ? row.content : undefined;
  }

  async set(key: string, text: string, ttl: number | null): Promise<void> {
    const { sql, now } = await this.#parts();
    if (++this.#stored % sweepEach === 0) await this.#run(sql`delete from cache_entries where expires_at < ${now}`);
    const until = ttl === null ? sql`null` : sql`${now} + ${sql.lit(Math.ceil(ttl))}`;
    const insert = sql`insert into cache_entries (id, content, expires_at) values (${key}, ${text}, ${until})`;
    await this.#run(
      this.#database.driver === 'mysql'
        ? sql`${insert} on duplicate key update content = values(content), expires_at = values(expires_at)`
        : sql`${insert} on conflict (id) do update set content = excluded.content, expires_at = excluded.expires_at`,
    );
  }

  async delete(keys: readonly string[]): Promise<void> {
    const { sql } = await this.#parts();
    if (keys.length > 0) await this.#run(sql`delete from cache_entries where id in (${sql.join(keys)})`);
  }

  async clear(): Promise<void> {
    const { sql } = await this.#parts();
    await this.#run(sql`delete from cache_entries`);
  }

  async check(): Promise<void> {
    const { sql } = await this.#parts();
    await this.#run(sql`select id, content, expires_at from cache_entries where 1 = 0`);
  }

  async #parts() {
    const sql = await loadSql();
    return { sql, now: sql.raw(clock[this.#database.driver]) };
  }

  async #run<Row>(query: RawBuilder<unknown>): Promise<readonly Row[]> {
    return (await onTables(query.execute(this.#database.db))).rows as readonly Row[];
  }
}
