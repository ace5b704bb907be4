import type { ContextValues } from '../extensions.ts';
import type { Request } from './request.ts';
import type { ResponseBuilder } from './response-builder.ts';

/**
 * One request on its way through middleware and handler. `Params` are the names of the route's parameters. It lives as long as its request:
 * do not keep it after the reply.
 */
export interface Context<Params extends string = string> {
  /** The request of the client. */
  request(): Request<Params>;
  /** Builds the response. */
  response(): ResponseBuilder;
  /** The value kept under `key`; undefined without one. */
  value<Key extends keyof ContextValues>(key: Key): ContextValues[Key] | undefined;
  value(key: PropertyKey): unknown;
  /** Keeps a value for later middleware and the handler. */
  withValue<Key extends keyof ContextValues>(key: Key, value: ContextValues[Key]): this;
  withValue(key: PropertyKey, value: unknown): this;
  /** The locale of this request as a BCP 47 tag, for `Intl`. Until you set it, the locale of the application. */
  locale(): string;
  /** Sets the locale without a check; `facades.App().setLocale()` also checks that the locale exists. */
  setLocale(locale: string): this;
}
