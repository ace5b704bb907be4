import type { Response } from '@taproot/core';
import type { ResponseBody } from '@taproot/core/internal';
import { errors } from '../errors.ts';
import { discardWith, isStream } from '../response/body-streams.ts';
import type { HeaderBag } from '../response/header-bag.ts';

/**
 * The response that handlers return. It shares its headers with the context, so that it also gets headers that are set later on
 * `ctx.response()`.
 */
export class Reply implements Response {
  status: number;
  /** Content type by the kind of body. A `Content-Type` that was set on `ctx.response()` wins. Empty when there is none. */
  type: string;
  /** The error that led to this response. */
  error: unknown;
  readonly bag: HeaderBag;
  #body: ResponseBody;

  constructor(bag: HeaderBag, status: number, body: ResponseBody, type: string) {
    this.bag = bag;
    this.status = status;
    this.#body = body;
    this.type = type;
    this.error = undefined;
  }

  get body(): ResponseBody {
    return this.#body;
  }

  /** A middleware that replaces a stream must close it: at once, or with the new stream that reads from it. */
  set body(body: ResponseBody) {
    const old = this.#body;
    if (isStream(old) && body !== old) discardWith(body, old);
    this.#body = body;
  }

  header(name: string): string | readonly string[] | undefined {
    return this.bag.get(name) ?? (this.type !== '' && name.toLowerCase() === 'content-type' ? this.type : undefined);
  }

  setHeader(name: string, value: string | number | readonly string[]): this {
    this.bag.set(name, value);
    return this;
  }

  appendHeader(name: string, value: string): this {
    this.bag.append(name, value);
    return this;
  }

  removeHeader(name: string): this {
    this.bag.remove(name);
    if (name.toLowerCase() === 'content-type') this.type = '';
    return this;
  }

  vary(field: string): this {
    this.bag.vary(field);
    return this;
  }

  *headers(): IterableIterator<[name: string, value: string | readonly string[]]> {
    if (this.type !== '' && !this.bag.has('content-type')) yield ['Content-Type', this.type];
    yield* this.bag.entries();
  }
}

/**
 * For development: throws for `header(name, value)` on a finished response, because that method only reads and would silently lose the
 * value.
 */
export class StrictReply extends Reply {
  override header(name: string, ...value: readonly unknown[]): string | readonly string[] | undefined {
    if (value.length > 0) throw errors.E_RESPONSE_HEADER({ name });
    return super.header(name);
  }
}
