/** A coarse clock: seconds since it was made, moved once a second, so that requests read a number instead of the time. */
export class Clock {
  now = 0;
  readonly #timer: NodeJS.Timeout;
  readonly #listeners = new Set<(now: number) => void>();

  constructor() {
    this.#timer = setInterval(() => {
      this.now++;
      for (const listener of this.#listeners) listener(this.now);
    }, 1000);
    this.#timer.unref();
  }

  /** Calls `listener` with each new second. */
  every(listener: (now: number) => void): void {
    this.#listeners.add(listener);
  }

  stop(): void {
    clearInterval(this.#timer);
  }
}
