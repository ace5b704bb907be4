/** Runs a fixed number of tasks at a time. A limited number of further tasks may wait. */
export class Turnstile {
  readonly #width: number;
  readonly #longest: number;
  readonly #full: (waiting: number) => Error;
  readonly #waiting: (() => void)[] = [];
  #inside = 0;

  constructor(width: number, longest: number, full: (waiting: number) => Error) {
    this.#width = width;
    this.#longest = longest;
    this.#full = full;
  }

  /** Runs `work` when its turn comes; rejects at once with `full` when too many tasks wait. */
  async through<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.#inside < this.#width) this.#inside++;
    else await this.#turn();
    try {
      return await work();
    } finally {
      const next = this.#waiting.shift();
      // The task that has waited longest gets the place; without one, the place becomes free.
      if (next === undefined) this.#inside--;
      else next();
    }
  }

  #turn(): Promise<void> {
    if (this.#waiting.length >= this.#longest) return Promise.reject(this.#full(this.#longest));
    return new Promise((resolve) => void this.#waiting.push(resolve));
  }
}
