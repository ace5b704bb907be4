interface Life {
  /** When the pool opened the connection, in milliseconds like `performance.now()`. */
  readonly since: number;
  readonly until: number;
}

/** The part of a lifetime by which single connections are younger when they end, so that not all end at once. */
const jitter = 0.1;

/** Knows the connections of a pool that must not be used again: old ones, and those that were open when the primary moved. */
export class Lifetimes {
  readonly #milliseconds: number;
  readonly #lives = new WeakMap<object, Life>();
  #allEnded = Number.NEGATIVE_INFINITY;

  /** `seconds` is the longest life; null = no limit. */
  constructor(seconds: number | null) {
    this.#milliseconds = (seconds ?? Number.POSITIVE_INFINITY) * 1000;
  }

  /** Whether a connection must be closed. A connection that it does not know was opened now. */
  isOver(client: object): boolean {
    const now = performance.now();
    const life = this.#lives.get(client);
    if (life !== undefined) return now >= life.until || life.since <= this.#allEnded;
    this.#lives.set(client, { since: now, until: now + this.#milliseconds * (1 - jitter * Math.random()) });
    return false;
  }

  /** Ends every connection that is open now. */
  endAll(): void {
    this.#allEnded = performance.now();
  }
}
