import type { AsyncLocalStorage } from 'node:async_hooks';
import { isResponse } from '@taproot/core/internal';
import type { TraceChannel, TraceEvent } from '@taproot/core/plugin';
import { faultOf, shortFault } from './fault.ts';
import type { NewStep, Recording } from './recording.ts';
import type { Step } from './step.ts';

/** The place of a piece of work: its request, and the step that contains it. */
export interface Place {
  readonly recording: Recording;
  readonly step: Step | null;
}

/** Functions that make steps of the events of one channel. */
export interface StepShape<Event extends TraceEvent> {
  readonly step: (event: Event) => NewStep;
  /** Begins an entry for work without a request; undefined for none. */
  readonly begin?: (event: Event) => Place | undefined;
  /** Whether all work is asynchronous, so that it never ends with `end`. */
  readonly async?: boolean;
  /** Adds the outcome at the end. */
  readonly end?: (event: Event, step: Step, recording: Recording) => void;
}

/** `abort()` throws the response itself. */
const thrown = (error: unknown): string =>
  isResponse(error) ? `aborted with ${error.status}` : shortFault(faultOf(error));

/** Makes a step of each piece of work inside of a recorded request. Call the returned function to stop. */
export const watchChannel = <Event extends TraceEvent>(
  places: AsyncLocalStorage<Place | undefined>,
  channel: TraceChannel<Event>,
  shape: StepShape<Event>,
): (() => void) => {
  const steps = new WeakMap<Event, { readonly step: Step; readonly recording: Recording }>();
  const begin = (event: Event): Place | undefined => {
    const outer = places.getStore() ?? shape.begin?.(event);
    if (outer === undefined) return undefined;
    const { recording } = outer;
    const step = recording.begin(shape.step(event), outer.step);
    if (step === null) return outer;
    steps.set(event, { step, recording });
    return { recording, step };
  };
  const finish = (event: Event): void => {
    const begun = steps.get(event);
    if (begun === undefined) return;
    begun.step.end = begun.recording.elapsed();
    shape.end?.(event, begun.step, begun.recording);
  };
  const subscriber = {
    end: (event: Event) => {
      if (shape.async !== true && event.pending !== true) finish(event);
    },
    asyncEnd: finish,
    error: (event: Event) => {
      const begun = steps.get(event);
      if (begun !== undefined) begun.step.error = thrown(event.error);
    },
  };
  channel.start.bindStore(places, begin);
  channel.subscribe(subscriber);
  return () => {
    channel.start.unbindStore(places);
    channel.unsubscribe(subscriber);
  };
};
