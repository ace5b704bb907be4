interface Waiting {
  readonly begin: () => void;
  readonly timer: NodeJS.Timeout;
}

/** Lets callers take turns, in the order in which they came. */
export class Turns {
  readonly #waiting = new Set<Waiting>();
  #taken = false;

  /** Whether the next caller's turn begins at once. */
  get isFree(): boolean {
    return !this.#taken;
  }

  /** Resolves when it is the caller's turn; rejects with the error of `late` once `seconds` are over. */
  take(seconds: number, late: () => Error): Promise<void> {
    if (!this.#taken) {
      this.#taken = true;
      return Promise.resolve();
    }
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#waiting.delete(waiting);
        reject(late());
      }, seconds * 1000);
      const waiting = { begin: resolve, timer };
      this.#waiting.add(waiting);
    });
  }

  /** Ends a turn; the next caller's turn begins. */
  pass(): void {
    for (const next of this.#waiting) {
      this.#waiting.delete(next);
      clearTimeout(next.timer);
      next.begin();
      return;
    }
    this.#taken = false;
  }
}
