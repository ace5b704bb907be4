import type { RateLimiterRes as Res } from 'rate-limiter-flexible';
import type { Counter, Standing } from './counter.ts';
import { RateLimiterCompatibleAbstract, RateLimiterRes } from './flexible.ts';
import type { Quota, WindowTable } from './window-table.ts';

/**
 * A limiter of rate-limiter-flexible, at home wherever that package takes one, that counts in a table shared with
 * others: bounded, on a monotonic clock, for windows of any length. Our own side of it, `Counter`, answers at once.
 */
export class MemoryLimiter extends RateLimiterCompatibleAbstract implements Counter, Quota {
  override readonly keyPrefix = '';
  override blockDuration = 0;
  override execEvenly = false;
  /** Points in one window. */
  readonly points: number;
  /** Seconds of one window. */
  readonly seconds: number;
  readonly #table: WindowTable;

  constructor(table: WindowTable, { points, seconds }: Quota) {
    super();
    this.#table = table;
    this.points = points;
    this.seconds = seconds;
  }

  /** Takes a point, if one is left. */
  take(key: string): Standing {
    return this.#table.take(key, this);
  }

  giveBack(key: string, { ends }: Pick<Standing, 'ends'>): void {
    this.#table.giveBack(key, this, 1, ends);
  }

  read(key: string): Standing {
    return this.#table.read(key, this);
  }

  /** Forgets the key. */
  clear(key: string): void {
    this.#table.delete(key);
  }

  override async consume(key: string | number, cost = 1): Promise<Res> {
    const standing = this.#table.take(String(key), this, cost);
    if (standing.allowed) return this.#result(standing);
    // oxlint-disable-next-line typescript/only-throw-error -- the package rejects with the result itself
    throw this.#result(standing, cost);
  }

  override penalty(key: string | number, points = 1): Promise<Res> {
    this.#table.take(String(key), { points: Number.MAX_SAFE_INTEGER, seconds: this.seconds }, points);
    return this.#now(key);
  }

  override reward(key: string | number, points = 1): Promise<Res> {
    this.#table.giveBack(String(key), this, points);
    return this.#now(key);
  }

  override async get(key: string | number): Promise<Res | null> {
    const standing = this.read(String(key));
    return standing.remaining === this.points ? null : this.#result(standing);
  }

  override set(key: string | number, points: number, seconds = this.seconds): Promise<Res> {
    this.#table.set(String(key), { points: this.points, seconds }, points);
    return this.#now(key);
  }

  override block(key: string | number, seconds: number): Promise<Res> {
    return this.set(key, this.points, seconds);
  }

  override async delete(key: string | number): Promise<boolean> {
    return this.#table.delete(String(key));
  }

  async #now(key: string | number): Promise<Res> {
    return this.#result(this.read(String(key)));
  }

  /** `refused`: the points that were asked for and not there, which the package counts as consumed. */
  #result({ remaining, ends }: Standing, refused = 0): Res {
    const left = Math.max(0, Math.ceil(ends - performance.now()));
    const used = this.points - remaining + refused;
    return new RateLimiterRes(remaining, left, used, used === 1);
  }
}
