import type { Application } from '@taproot/core';
import { type Kysely, sql, type Tables } from '@taproot/database';
import type { LimiterStore, StoreLimiter, StoreStanding } from '@taproot/throttle';

type Quota = Parameters<LimiterStore['limiter']>[0];

/** Counts in the table `rate_limits`. */
export class DatabaseStore implements LimiterStore {
  readonly #app: Application;
  #made = false;

  constructor(app: Application) {
    this.#app = app;
  }

  get #db(): Kysely<Tables> {
    const { connection } = this.#app.config.throttle_database;
    return connection === null ? this.#app.facades.DB() : this.#app.facades.DB(connection);
  }

  async open(): Promise<void> {
    await this.#db.schema
      .createTable('rate_limits')
      .ifNotExists()
      .addColumn('key', 'varchar(255)', (key) => key.primaryKey())
      .addColumn('points', 'integer', (points) => points.notNull())
      .addColumn('ends', 'bigint', (ends) => ends.notNull())
      .execute();
    this.#made = true;
  }

  async close(): Promise<void> {
    // An application that runs a command closes without having opened.
    if (!this.#made) return;
    await this.#db.deleteFrom('rate_limits').where('ends', '<=', Date.now()).execute();
  }

  readonly limiter = ({ points, seconds }: Quota): StoreLimiter => {
    // Two limits of different quotas count for themselves.
    const row = (key: string): string => `${points}/${seconds}:${key}`;
    // PostgreSQL gives a bigint as text.
    const standing = ({ points: used, ends }: { points: number; ends: number | string }): StoreStanding => ({
      remainingPoints: Math.max(0, points - used),
      msBeforeNext: Math.max(0, Number(ends) - Date.now()),
    });
    return {
      consume: async (key) => {
        const taken = await this.#take(row(key), seconds);
        if (taken.points > points) throw standing(taken);
        return standing(taken);
      },
      get: async (key) => {
        const found = await this.#db
          .selectFrom('rate_limits')
          .select(['points', 'ends'])
          .where('key', '=', row(key))
          .where('ends', '>', Date.now())
          .executeTakeFirst();
        return found === undefined ? null : standing(found);
      },
      reward: (key) =>
        this.#db.updateTable('rate_limits').set({ points: sql`points - 1` }).where('key', '=', row(key)).execute(),
      delete: (key) => this.#db.deleteFrom('rate_limits').where('key', '=', row(key)).execute(),
    };
  };

  /** One statement, so that two requests never take the same point. */
  #take(key: string, seconds: number): Promise<{ points: number; ends: number }> {
    const now = Date.now();
    const ends = now + seconds * 1000;
    return this.#db
      .insertInto('rate_limits')
      .values({ key, points: 1, ends })
      .onConflict((conflict) =>
        conflict.column('key').doUpdateSet({
          points: sql`case when rate_limits.ends <= ${now} then 1 else rate_limits.points + 1 end`,
          ends: sql`case when rate_limits.ends <= ${now} then ${ends} else rate_limits.ends end`,
        }),
      )
      .returning(['points', 'ends'])
      .executeTakeFirstOrThrow();
  }
}
