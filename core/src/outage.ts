/** Milliseconds for which a failing service is not called, before one caller tries it again. */
const pause = 500;

/**
 * Tracks whether a service works that many requests use. After one failure it is not called for a moment; after one
 * answer it is used again.
 */
export class Outage {
  #since: Date | null = null;
  #retryAt = 0;

  /** Since when the service fails; null while it works. */
  get since(): Date | null {
    return this.#since;
  }

  /** Whether to call the service now. While it fails, true for one caller in each half second. */
  mayAsk(): boolean {
    if (this.#since === null) return true;
    const now = performance.now();
    if (now < this.#retryAt) return false;
    this.#retryAt = now + pause;
    return true;
  }

  /** The service answered. */
  worked(): void {
    this.#since = null;
  }

  /** The service failed, or did not answer in time. */
  failed(): void {
    this.#since ??= new Date();
    this.#retryAt = performance.now() + pause;
  }
}
