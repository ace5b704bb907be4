import { type IntervalHistogram, monitorEventLoopDelay } from 'node:perf_hooks';
import type { Meter } from '@opentelemetry/api';

/** Milliseconds between two measurements of the event loop. */
const resolution = 20;

/** The gauges, and the value that each reads from the measurements since the last export, in nanoseconds. */
const gauges: Readonly<Record<string, (delays: IntervalHistogram) => number>> = {
  'nodejs.eventloop.delay.p50': (delays) => delays.percentile(50),
  'nodejs.eventloop.delay.p99': (delays) => delays.percentile(99),
  'nodejs.eventloop.delay.max': (delays) => delays.max,
};

/** Event loop delay in seconds. It measures from the first export on, so it costs nothing without a reader. */
export class LoopDelay {
  #delays: IntervalHistogram | null = null;

  /** Adds the gauges to a meter. */
  observe(meter: Meter): void {
    const instruments = Object.entries(gauges).map(([name, read]) => {
      const description = 'Event loop delay since the last export.';
      return { read, gauge: meter.createObservableGauge(name, { unit: 's', description }) };
    });
    meter.addBatchObservableCallback(
      (result) => {
        for (const { gauge, read } of instruments) result.observe(gauge, this.#seconds(read));
        this.#delays?.reset();
      },
      instruments.map(({ gauge }) => gauge),
    );
  }

  /** Stops measuring. */
  end(): void {
    this.#delays?.disable();
    this.#delays = null;
  }

  #seconds(read: (delays: IntervalHistogram) => number): number {
    if (this.#delays === null) {
      this.#delays = monitorEventLoopDelay({ resolution });
      this.#delays.enable();
    }
    // Node also counts the time between two measurements.
    return Math.max(0, read(this.#delays) / 1e9 - resolution / 1000);
  }
}
