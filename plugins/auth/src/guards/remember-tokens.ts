import { hash, randomBytes } from 'node:crypto';
import { type RowStore, type SparseReport } from '@taproot/core/plugin';
import { errors } from '../errors.ts';
import { reasonOf } from '../reason-of.ts';

/** Parts of the store of remember-me tokens. */
export interface RememberOptions {
  readonly guard: string;
  readonly rows: () => RowStore;
  readonly table: string;
  /** Seconds that a token lives after its last use. */
  readonly lifetime: number;
  readonly report: SparseReport;
}

/** The user of a token, and the next value of its cookie; null if the cookie stays. */
export interface Recalled {
  readonly user: string;
  readonly cookie: string | null;
}

/** Seconds in which the token before the last one still works: several tabs that a browser opens at once all send it. */
const grace = 60;

const form = /^([\w-]{22})\.([\w-]{43})$/;

const digest = (token: string): string => hash('sha256', token, 'hex');

const unixNow = (): number => Math.floor(Date.now() / 1000);

/**
 * Tokens that log a browser in again when its session has ended. A token works once: each use gives the next one of its series. If an older
 * one comes back, somebody has a copy, and the whole series ends. The table has hashes only.
 */
export class RememberTokens {
  readonly #options: RememberOptions;

  constructor(options: RememberOptions) {
    this.#options = options;
  }

  /** Seconds for the cookie. */
  get lifetime(): number {
    return this.#options.lifetime;
  }

  /** Begins a series, and returns the value of its cookie. */
  async issue(user: string): Promise<string> {
    const { guard, rows, table, lifetime } = this.#options;
    const [series, token] = [randomBytes(16).toString('base64url'), randomBytes(32).toString('base64url')];
    const now = unixNow();
    const times = { used_at: now, expires_at: now + lifetime };
    await rows().insert(table, { series, guard, user_id: user, hash: digest(token), previous: null, ...times });
    return `${series}.${token}`;
  }

  /** The user of a cookie; null when it is not valid any more. Of several requests at once, one gets the next token. */
  async recall(cookie: string): Promise<Recalled | null> {
    const [, series, token] = form.exec(cookie) ?? [];
    if (series === undefined || token === undefined) return null;
    const { guard, rows, table, lifetime, report } = this.#options;
    const row = await rows().first(table, { series });
    // Compares again, because some databases ignore letter case.
    if (row === undefined || row['series'] !== series || row['guard'] !== guard) return null;
    const now = unixNow();
    if (now >= Number(row['expires_at'])) return null;
    const [given, user] = [digest(token), String(row['user_id'])];
    if (given !== row['hash']) {
      if (given === row['previous'] && now - Number(row['used_at']) < grace) return { user, cookie: null };
      await this.#end(series);
      report(errors.E_AUTH_REMEMBER_REUSED({ guard, user }));
      return null;
    }
    const next = randomBytes(32).toString('base64url');
    const changes = { hash: digest(next), previous: given, used_at: now, expires_at: now + lifetime };
    const isFirst = (await rows().update(table, { series, hash: given }, changes)) > 0;
    return { user, cookie: isFirst ? `${series}.${next}` : null };
  }

  /** Ends the series of a cookie: a logout. */
  async forget(cookie: string): Promise<void> {
    const [, series] = form.exec(cookie) ?? [];
    if (series !== undefined) await this.#end(series);
  }

  /** Ends every series of a user: after a new password. */
  forgetAll(user: string): Promise<number> {
    const { guard, rows, table } = this.#options;
    return rows().delete(table, { guard, user_id: user });
  }

  async #end(series: string): Promise<void> {
    const { rows, table, guard } = this.#options;
    await rows().delete(table, { series, guard });
  }
}

/** Why a remembered login failed, for the log: the request goes on as a guest. */
export const rememberFailure = (guard: string, error: unknown) =>
  errors.E_AUTH_REMEMBER_FAILED({ guard, reason: reasonOf(error) }, { cause: error });
