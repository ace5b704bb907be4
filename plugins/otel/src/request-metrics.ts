import { type Counter, type Histogram, metrics, type UpDownCounter } from '@opentelemetry/api';
import type { RequestEvent } from '@taproot/core/plugin';
import { activeAttributes, endAttributes } from './http-attributes.ts';
import { meter } from './instrumentation.ts';
import { LoopDelay } from './loop-delay.ts';

/** Seconds, as the semantic conventions advise. */
const boundaries = [0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10];

interface Instruments {
  readonly provider: unknown;
  readonly duration: Histogram;
  readonly active: UpDownCounter | Counter;
}

/** `http.server.request.duration` and `http.server.active_requests`, and beside them the delay of the event loop. */
export class RequestMetrics {
  readonly #began = new WeakMap<RequestEvent, { readonly at: number; readonly instruments: Instruments }>();
  readonly #loop = new LoopDelay();
  #instruments: Instruments | null = null;

  begin(event: RequestEvent): void {
    const instruments = this.#current();
    this.#began.set(event, { at: performance.now(), instruments });
    instruments.active.add(1, activeAttributes(event.request));
  }

  end(event: RequestEvent): void {
    const began = this.#began.get(event);
    if (began === undefined) return;
    const shared = activeAttributes(event.request);
    began.instruments.active.add(-1, shared);
    began.instruments.duration.record((performance.now() - began.at) / 1000, {
      ...shared,
      'network.protocol.version': event.request.httpVersion,
      ...endAttributes(event),
    });
  }

  /** Stops measuring what goes on between requests. */
  close(): void {
    this.#loop.end();
  }

  /** The instruments of the provider that is registered now: instruments of none stay silent. */
  #current(): Instruments {
    const provider = metrics.getMeterProvider();
    if (this.#instruments?.provider === provider) return this.#instruments;
    this.#loop.observe(meter());
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
