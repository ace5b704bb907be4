/** A coarse clock: seconds since it was started, updated once a second, so that requests read a number instead of asking for the time. */
export class Clock {
  now = 0;
  #timer: NodeJS.Timeout | null = null;
  readonly #listeners = new Set<(now: number) => void>();

  start(): void {
    this.#timer ??= setInterval(() => {
      this.now++;
      for (const listener of this.#listeners) listener(this.now);
    }, 1000).unref();
  }

  /** Calls `listener` with each new second. */
  every(listener: (now: number) => void): void {
    this.#listeners.add(listener);
  }

  stop(): void {
    if (this.#timer !== null) clearInterval(this.#timer);
    this.#timer = null;
  }
}
