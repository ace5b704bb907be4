import { type Attributes, type Counter, type Histogram, metrics, type UpDownCounter } from '@opentelemetry/api';
import type { RequestEvent } from '@taproot/core/internal';
import { Note } from '@taproot/routing/internal';
import type { AppMetrics } from './app-metrics.ts';
import { activeAttributes, addEndAttributes } from './http-attributes.ts';
import { isSilent, meter } from './instrumentation.ts';
import { LoopDelay } from './loop-delay.ts';

/** Boundaries of the histogram in seconds, from the semantic conventions. */
const boundaries = [0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10];

interface Instruments {
  readonly provider: unknown;
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
  #instruments: Instruments | null = null;

  constructor(apps: AppMetrics) {
    this.#apps = apps;
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

  /** The instruments of the provider that is registered now; null while there is none. */
  #current(): Instruments | null {
    const provider = metrics.getMeterProvider();
    if (this.#instruments?.provider === provider) return this.#instruments;
    if (isSilent(meter())) return null;
    this.#loop.observe(meter());
    this.#apps.observe(meter());
    this.#instruments = {
      provider,
      duration: meter().createHistogram('http.server.request.duration', {
        description: 'Duration of HTTP server requests.',
        unit: 's',
        advice: { explicitBucketBoundaries: boundaries },
      }),
      active: meter().createUpDownCounter('http.server.active_requests', {
        description: 'Number of active HTTP server requests.',
        unit: '{request}',
      }),
    };
    return this.#instruments;
  }
}
