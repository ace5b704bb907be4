import type { PluginDatabase, RawBuilder } from '@taproot/database';
import { clock, loadSql, onTables } from '../stores/sql.ts';
import type { LockEngine } from './lock-engine.ts';

/** Rows of free locks are removed each time this many locks were taken. */
const sweepEach = 1000;

/** How long the fence of a lock outlives it, in milliseconds. After that, the clock is higher anyway. */
const keptFor = 86_400_000;

type Kept = Parameters<LockEngine['keep']>;

/** Locks in a table, for every process with the same database. Every step is one statement outside of transactions, but one on MySQL. */
export class DatabaseEngine implements LockEngine {
  readonly #database: PluginDatabase;
  #taken = 0;

  constructor(database: PluginDatabase) {
    this.#database = database;
  }

  async acquire(name: string, token: string, lease: number): Promise<number | null> {
    if (++this.#taken % sweepEach === 0) await this.#sweep();
    const sql = await loadSql();
    const { driver } = this.#database;
    const now = sql.raw(clock[driver]);
    const until = sql`${now} + ${sql.lit(Math.ceil(lease))}`;
    if (driver === 'mysql') {
      const change = sql`update cache_locks set token = ${token}, fence = greatest(fence + 1, ${now} * 1000), expires_at = ${until}
        where name = ${name} and expires_at <= ${now}`;
      const add = sql`insert ignore into cache_locks (name, token, fence, expires_at) values (${name}, ${token}, ${now} * 1000, ${until})`;
      if ((await this.#changed(change)) === 0n && (await this.#changed(add)) === 0n) return null;
      const [row] = await this.#rows<{ fence: unknown }>(
        sql`select fence from cache_locks where name = ${name} and token = ${token}`,
      );
      return row === undefined ? null : Number(row.fence);
    }
    const higher = driver === 'sqlite' ? sql`max` : sql`greatest`;
    const [row] = await this.#rows<{ fence: unknown }>(
      sql`insert into cache_locks (name, token, fence, expires_at) values (${name}, ${token}, ${now} * 1000, ${until})
        on conflict (name) do update set token = excluded.token, fence = ${higher}(cache_locks.fence + 1, excluded.fence),
        expires_at = excluded.expires_at where cache_locks.expires_at <= ${now} returning fence`,
    );
    return row === undefined ? null : Number(row.fence);
  }

  async renew(name: string, token: string, lease: number): Promise<boolean> {
    const sql = await loadSql();
    const now = sql.raw(clock[this.#database.driver]);
    // The number rises, because MySQL counts only rows whose values change.
    const changed = await this.#changed(
      sql`update cache_locks set expires_at = ${now} + ${sql.lit(Math.ceil(lease))}, renewals = renewals + 1
        where name = ${name} and token = ${token} and expires_at > ${now}`,
    );
    return changed > 0n;
  }

  async release(name: string, token: string): Promise<void> {
    const sql = await loadSql();
    await this.#changed(sql`update cache_locks set expires_at = 0 where name = ${name} and token = ${token}`);
  }

  async read(name: string): Promise<string | null> {
    const sql = await loadSql();
    const now = sql.raw(clock[this.#database.driver]);
    const [row] = await this.#rows<{ kept: unknown }>(
      sql`select kept from cache_locks where name = ${name} and kept_until > ${now}`,
    );
    return typeof row?.kept === 'string' ? row.kept : null;
  }

  keep(...kept: Kept): Promise<boolean> {
    return this.#keepIn(this.#database.db, ...kept);
  }

  async transaction<Result>(work: (inside: Pick<LockEngine, 'keep'>) => Promise<Result>): Promise<Result> {
    const { transaction } = await import('@taproot/database');
    // Never runs again after a deadlock, because the handler has already read the request.
    const options = { ambient: true, retries: 0 };
    const inside = (trx: PluginDatabase['db']) => ({ keep: (...kept: Kept) => this.#keepIn(trx, ...kept) });
    return transaction(this.#database.db, (trx) => work(inside(trx)), options);
  }

  async #keepIn(db: PluginDatabase['db'], ...[name, token, text, ttl]: Kept): Promise<boolean> {
    const sql = await loadSql();
    const now = sql.raw(clock[this.#database.driver]);
    const changed = await this.#changed(
      sql`update cache_locks set kept = ${text}, kept_until = ${now} + ${sql.lit(Math.ceil(ttl))}, renewals = renewals + 1
        where name = ${name} and token = ${token} and expires_at > ${now}`,
      db,
    );
    return changed > 0n;
  }

  async check(): Promise<void> {
    const sql = await loadSql();
    await this.#rows(
      sql`select name, token, fence, expires_at, renewals, kept, kept_until from cache_locks where 1 = 0`,
    );
  }

  async #sweep(): Promise<void> {
    const sql = await loadSql();
    const now = sql.raw(clock[this.#database.driver]);
    const old = sql`${now} - ${sql.lit(keptFor)}`;
    // A released lock has the end 0, so its fence tells how old it is.
    await this.#changed(
      sql`delete from cache_locks where expires_at < ${old} and fence < (${old}) * 1000 and (kept_until is null or kept_until < ${now})`,
    );
  }

  async #rows<Row>(query: RawBuilder<unknown>): Promise<readonly Row[]> {
    return (await onTables(query.execute(this.#database.db))).rows as readonly Row[];
  }

  async #changed(query: RawBuilder<unknown>, db = this.#database.db): Promise<bigint> {
    return (await onTables(query.execute(db))).numAffectedRows ?? 0n;
  }
}
