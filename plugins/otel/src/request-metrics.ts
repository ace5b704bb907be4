import type { Attributes, Counter, Histogram, UpDownCounter } from '@opentelemetry/api';
import type { RequestEvent } from '@taproot/core/internal';
import { Note } from '@taproot/routing/internal';
import type { AppMetrics } from './app-metrics.ts';
import { bounds, histogram } from './durations.ts';
import { activeAttributes, addEndAttributes } from './http-attributes.ts';
import { perMeter } from './instrumentation.ts';
import { LoopDelay } from './loop-delay.ts';

interface Instruments {
  readonly duration: Histogram;
  readonly active: UpDownCounter | Counter;
}

interface Begun {
  readonly at: number;
  readonly instruments: Instruments;
  /** The attributes of both metrics. */
  readonly shared: Attributes;
}

/** `http.server.request.duration` and `http.server.active_requests`, the delay of the event loop, and the figures of applications. */
export class RequestMetrics {
  readonly #began = new Note<RequestEvent, Begun>('begun');
  readonly #loop = new LoopDelay();
  readonly #apps: AppMetrics;
  readonly #current = perMeter((meter): Instruments => {
    this.#loop.observe(meter);
    this.#apps.observe(meter);
    const name = 'http.server.request.duration';
    return {
      duration: histogram(meter, name, 'Duration of HTTP server requests.', bounds.requests),
      active: meter.createUpDownCounter('http.server.active_requests', {
        description: 'Number of active HTTP server requests.',
        unit: '{request}',
      }),
    };
  });

  constructor(apps: AppMetrics) {
    this.#apps = apps;
  }

  /** Begins to export if a provider is registered. A process without requests has figures, too. */
  look(): void {
    this.#current();
  }

  begin(event: RequestEvent): void {
    const instruments = this.#current();
    if (instruments === null) return;
    const shared = activeAttributes(event.request);
    this.#began.set(event, { at: performance.now(), instruments, shared });
    instruments.active.add(1, shared);
  }

  end(event: RequestEvent): void {
    const began = this.#began.get(event);
    if (began === undefined) return;
    const { at, instruments, shared } = began;
    instruments.active.add(-1, shared);
    const attributes = { ...shared, 'network.protocol.version': event.request.httpVersion };
    instruments.duration.record((performance.now() - at) / 1000, addEndAttributes(attributes, event));
  }

  /** Stops measuring the event loop, and listening to the primary. */
  close(): void {
    this.#loop.end();
    this.#apps.close();
  }
}
