import { AsyncLocalStorage } from 'node:async_hooks';
import { type Context, context } from '@opentelemetry/api';

/**
 * Makes the context of a channel's work the active context of OpenTelemetry, in the context manager that is registered
 * at that moment. Node's channels enter stores of this class around the work.
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
