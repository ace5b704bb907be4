/** Milliseconds for which a failing service is not called, before one caller tries it again. */
const pause = 500;

/**
 * Tracks whether a service that many requests use works. After one failure, requests skip the service for a moment. After one answer, they
 * use it again.
 */
export class Outage {
  #since: Date | null = null;
  #retryAt = 0;

  /** The time of the first failure; null while the service works. */
  get since(): Date | null {
    return this.#since;
  }

  /** Whether to call the service now. While it fails, true for one caller each half second. */
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
