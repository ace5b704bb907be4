import { Readable } from 'node:stream';
import type { Response } from '@taproot/core';
import type { ResponseBody } from '@taproot/core/plugin';
import type { HeaderBag } from './header-bag.ts';

const ignore = (): void => undefined;

/** Whether a body is read from something that wants to be closed. */
export const isStream = (body: ResponseBody): body is Readable | ReadableStream<Uint8Array> =>
  body instanceof Readable || body instanceof ReadableStream;

/** Closes a stream that `body` replaces: at once, or after `body` has ended, if that may read from it. */
export const discardWith = (body: ResponseBody, stream: ResponseBody): void => {
  if (body instanceof Readable && !body.closed) body.once('close', () => discard(stream));
  // A Web stream does not tell when it is over.
  else if (!(body instanceof ReadableStream)) discard(stream);
};

/** Closes a body that will not be sent. Its later failures have no reader and are ignored. */
export const discard = (body: ResponseBody): void => {
  if (body instanceof Readable) body.on('error', ignore).destroy();
  else if (body instanceof ReadableStream) body.cancel().catch(ignore);
};

/** The response that handlers return. It shares its headers with the context, so that headers staged later reach it. */
export class Reply implements Response {
  status: number;
  /** Content type by the kind of body; a staged `Content-Type` wins. Empty when there is none. */
  type: string;
  /** The error this response tells of. */
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
