import { isPromise } from '../later.ts';
import type { TraceChannel } from './channels.ts';
import type { TraceEvent } from './events.ts';

/**
 * Runs `work` and publishes its start and end. Call it only while `channel.hasSubscribers`. Returns the result of
 * `work`; a promise stays the same object. `tell` adds the result to the event before its end is published.
 */
export const trace = <Event extends TraceEvent, Result>(
  channel: TraceChannel<Event>,
  event: Event,
  work: () => Result,
  tell?: (result: Awaited<Result>) => void,
): Result =>
  channel.start.runStores(event, () => {
    const { end, asyncStart, asyncEnd, error: failure } = channel;
    const failed = (error: unknown): void => {
      event.error = error;
      failure.publish(event);
    };
    const ended = (): void => {
      asyncStart.publish(event);
      asyncEnd.publish(event);
    };
    try {
      const result = work();
      if (!isPromise(result)) {
        tell?.(result as Awaited<Result>);
        return result;
      }
      event.pending = true;
      // Only a real promise may be awaited twice: a query builder, for example, would run again.
      const promise = result instanceof Promise ? result : Promise.resolve(result);
      void promise.then(
        (value: unknown) => {
          tell?.(value as Awaited<Result>);
          ended();
        },
        (error: unknown) => {
          failed(error);
          ended();
        },
      );
      return promise as Result;
    } catch (error) {
      failed(error);
      throw error;
    } finally {
      end.publish(event);
    }
  });
