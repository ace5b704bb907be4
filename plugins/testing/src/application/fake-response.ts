import { checkHeaderName, checkHeaderValue, type Response, type ResponseBody } from '@taproot/core';

type HeaderValue = string | readonly string[];

/** Headers by lower-case name, shared by the responses of one context: one that is staged is on whatever is answered. */
export type FakeHeaders = Map<string, [name: string, value: HeaderValue]>;

/** A response that keeps what it is told, and writes nothing. */
export class FakeResponse implements Response {
  status: number;
  body: ResponseBody;
  readonly error: unknown;
  readonly #headers: FakeHeaders;

  constructor(status = 200, body: ResponseBody = null, headers: FakeHeaders = new Map(), error?: unknown) {
    this.status = status;
    this.body = body;
    this.error = error;
    this.#headers = headers;
  }

  header(name: string): HeaderValue | undefined {
    return this.#headers.get(name.toLowerCase())?.[1];
  }

  setHeader(name: string, value: string | number | readonly string[]): this {
    checkHeaderName(name);
    for (const one of [value].flat()) checkHeaderValue(name, String(one));
    this.#headers.set(name.toLowerCase(), [name, typeof value === 'number' ? String(value) : value]);
    return this;
  }

  appendHeader(name: string, value: string): this {
    const before = this.header(name);
    return this.setHeader(name, before === undefined ? value : [before, value].flat());
  }

  removeHeader(name: string): this {
    this.#headers.delete(name.toLowerCase());
    return this;
  }

  vary(field: string): this {
    const known = String(this.header('Vary') ?? '')
      .split(', ')
      .filter((one) => one !== '' && one.toLowerCase() !== field.toLowerCase());
    return this.setHeader('Vary', [...known, field].join(', '));
  }

  headers(): IterableIterator<[name: string, value: HeaderValue]> {
    return this.#headers.values();
  }

  /** The body as text; empty for streams and files. */
  get text(): string {
    if (typeof this.body === 'string') return this.body;
    return this.body instanceof Uint8Array ? Buffer.from(this.body).toString() : '';
  }

  /** The body, parsed. */
  json(): unknown {
    return JSON.parse(this.text);
  }
}
