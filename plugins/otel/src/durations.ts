import type { Attributes, Meter } from '@opentelemetry/api';
import type { DurationMetric } from '@taproot/core/internal';
import type { TraceChannel, TraceEvent } from '@taproot/core/plugin';
import { Note } from '@taproot/routing/internal';
import { errorType } from './error-type.ts';
import { perMeter } from './instrumentation.ts';

/** Bounds of histograms in seconds, by the semantic conventions: of requests, and of calls of a database. */
export const bounds = {
  requests: [0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10],
  work: [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5, 10],
};

/** A histogram of durations in seconds. */
export const histogram = (meter: Meter, name: string, description: string, explicitBucketBoundaries: number[]) =>
  meter.createHistogram(name, { description, unit: 's', advice: { explicitBucketBoundaries } });

/** Measures each piece of work on a channel. `async`: it never ends with `end`. Call the returned function to stop. */
export const durationsOf = <Event extends TraceEvent>(
  channel: TraceChannel<Event>,
  { name, description, attributes }: DurationMetric<Event>,
  async = false,
): (() => void) => {
  const current = perMeter((meter) => histogram(meter, name, description, bounds.work));
  const began = new Note<Event, number>('began');
  const finish = (event: Event): void => {
    const at = began.get(event);
    if (at === undefined) return;
    const all: Attributes = { ...attributes?.(event) };
    if (event.error !== undefined) all['error.type'] = errorType(event.error);
    current()?.record((performance.now() - at) / 1000, all);
  };
  const subscriber = {
    start: (event: Event) => {
      if (current() !== null) began.set(event, performance.now());
    },
    end: (event: Event) => {
      if (!async && event.pending !== true) finish(event);
    },
    asyncEnd: finish,
  };
  channel.subscribe(subscriber);
  return () => channel.unsubscribe(subscriber);
};
