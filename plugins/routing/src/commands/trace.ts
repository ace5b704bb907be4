import { AsyncLocalStorage } from 'node:async_hooks';

/** One step of a traced request. Times are in milliseconds since the request reached the application. */
export interface Span {
  /** Kinds after the first three exist only for recorded requests. */
  readonly kind: 'hook' | 'middleware' | 'handler' | 'validation' | 'query' | 'throttle' | 'gate';
  /** The hook, the signature of the middleware, or the name of the handler; the SQL, the fields, the limiter, the ability. */
  readonly name: string;
  /** The plugin that owns the tap; null if it is not a tap. */
  readonly plugin: string | null;
  readonly start: number;
  /** When the step ended; null while it runs, or if it never ended. */
  end: number | null;
  /** How many other steps contain this one. */
  readonly depth: number;
}

type What = Pick<Span, 'kind' | 'name' | 'plugin'>;

const isPromise = (value: unknown): value is Promise<unknown> => value instanceof Promise;

/** The place of a step: its trace, and how many steps contain it. */
interface Place {
  readonly trace: Trace;
  readonly depth: number;
}

// Follows the calls through every await, so that steps of other requests are not mixed into a trace.
const current = new AsyncLocalStorage<Place>();

/** Records the steps of one request and ignores the other requests that the application serves at the same time. */
export class Trace {
  readonly spans: Span[] = [];
  #begin = 0;

  /** Runs the request. Times count from here on. */
  begin(run: () => void): void {
    this.#begin = performance.now();
    current.run({ trace: this, depth: 0 }, run);
  }

  /** Milliseconds since `begin()`. */
  elapsed(): number {
    return performance.now() - this.#begin;
  }

  /** Runs a step and records it. */
  step<Result>(what: What, run: () => Result): Result {
    const outer = current.getStore();
    if (outer?.trace !== this) return run();
    const span: Span = { ...what, start: this.elapsed(), end: null, depth: outer.depth };
    const end = (): void => {
      span.end = this.elapsed();
    };
    this.spans.push(span);
    return current.run({ trace: this, depth: outer.depth + 1 }, () => {
      try {
        const result = run();
        if (isPromise(result)) result.then(end, end);
        else end();
        return result;
      } catch (error) {
        end();
        throw error;
      }
    });
  }
}
