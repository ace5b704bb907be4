/** Milliseconds for which a failing service is left alone before one caller tries it again. */
const pause = 500;

/**
 * Whether a service that many requests ask works. One failure is enough to leave it alone for a moment; one answer is enough to
 * come back.
 */
export class Outage {
  #since: Date | null = null;
  #retryAt = 0;

  /** Since when the service fails; null while it works. */
  get since(): Date | null {
    return this.#since;
  }

  /** Whether to ask the service now; while it fails, true for one caller in each half second. */
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
