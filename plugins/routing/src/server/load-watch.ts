import type { FrameworkError } from '@taproot/core';
import { errors } from '../errors.ts';

const lookMilliseconds = 100;
/** Milliseconds between two reports of overload, however many requests are refused. */
const quietMilliseconds = 10_000;

/** Measures the delay of the event loop while a server is open. */
export class LoadWatch {
  /** Seconds that the event loop was late at the last measurement; 0 while it is not watched. */
  delay = 0;
  #timer: NodeJS.Timeout | null = null;

  /** Calls `report` when the delay exceeds `seconds`; null disables reporting. */
  start(seconds: number | null, report: (error: FrameworkError) => void): void {
    let looked = performance.now();
    let quietUntil = 0;
    // A late timer runs before the connections that arrived in the meantime, so that they see the true delay.
    this.#timer = setInterval(() => {
      const now = performance.now();
      this.delay = Math.max(0, now - looked - lookMilliseconds) / 1000;
      looked = now;
      if (seconds === null || this.delay <= seconds || now < quietUntil) return;
      quietUntil = now + quietMilliseconds;
      report(errors.E_OVERLOADED({ seconds }));
    }, lookMilliseconds).unref();
  }

  stop(): void {
    if (this.#timer !== null) clearInterval(this.#timer);
    this.#timer = null;
    this.delay = 0;
  }
}
