import { AsyncLocalStorage } from 'node:async_hooks';
import { type Context, context } from '@opentelemetry/api';

/**
 * Makes the context that a channel computes the active one of OpenTelemetry, by whichever context manager is registered at
 * that moment. A channel of Node opens stores of this class around its work.
 */
export class ActiveContext extends AsyncLocalStorage<Context> {
  override run<Result, Args extends unknown[]>(
    store: Context,
    callback: (...args: Args) => Result,
    ...args: Args
  ): Result {
    return context.with<Args, (...given: Args) => Result>(store, callback, undefined, ...args);
  }

  override getStore(): Context {
    return context.active();
  }
}
