import type { ContextValues } from '../extensions.ts';
import type { Request } from './request.ts';
import type { ResponseBuilder } from './response-builder.ts';

/**
 * One request on its way through middleware and handler. `Params` are the names of the route's parameters.
 * It lives as long as its request and is not to be kept after the reply.
 */
export interface Context<Params extends string = string> {
  /** The request of the client. */
  request(): Request<Params>;
  /** Builds the response. */
  response(): ResponseBuilder;
  /** The value kept under `key`; undefined when none was. */
  value<Key extends keyof ContextValues>(key: Key): ContextValues[Key] | undefined;
  value(key: PropertyKey): unknown;
  /** Keeps a value for later middleware and the handler. */
  withValue<Key extends keyof ContextValues>(key: Key, value: ContextValues[Key]): this;
  withValue(key: PropertyKey, value: unknown): this;
  /** The locale of this request as a BCP 47 tag, which `Intl` takes; the application's until it is set. */
  locale(): string;
  /** Sets the locale without asking whether it exists; `facades.App().setLocale()` asks. */
  setLocale(locale: string): this;
}
