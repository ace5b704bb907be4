import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Context, Request, Response, ResponseBody, ResponseBuilder } from '@taproot/core';

/** A response that keeps what it is told. */
export class FakeResponse implements Response {
  status: number;
  body: ResponseBody;
  readonly #headers = new Map<string, [name: string, value: string | readonly string[]]>();

  constructor(status = 200, body: ResponseBody = null) {
    this.status = status;
    this.body = body;
  }

  header(name: string): string | readonly string[] | undefined {
    return this.#headers.get(name.toLowerCase())?.[1];
  }

  setHeader(name: string, value: string | number | readonly string[]): this {
    this.#headers.set(name.toLowerCase(), [name, typeof value === 'number' ? String(value) : value]);
    return this;
  }

  appendHeader(name: string, value: string): this {
    return this.setHeader(name, [this.header(name) ?? [], value].flat());
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

  headers(): IterableIterator<[name: string, value: string | readonly string[]]> {
    return this.#headers.values();
  }
}

/** What a `fakeContext` is made of, each part with a default. */
export interface FakeExchange {
  req?: Pick<IncomingMessage, 'method' | 'url' | 'headers'>;
  res?: ServerResponse;
  params?: Readonly<Record<string, string>>;
  /** The canonical path; that of the URL as sent when left out. */
  path?: string;
}

/** As much of a context as files and Koa middleware need; any other member is absent. */
export const fakeContext = ({ req, res, params = {}, path }: FakeExchange = {}): Context => {
  const incoming = { method: 'GET', url: '/', headers: {}, ...req };
  const origin = req ?? incoming;
  const values = new Map<PropertyKey, unknown>();
  const request: Partial<Request> = {
    method: () => incoming.method ?? 'GET',
    path: () => path ?? (origin.url ?? '/').replace(/\?.*/, ''),
    url: () => origin.url ?? '/',
    headers: () => origin.headers,
    host: () => origin.headers.host ?? 'a.test',
    scheme: () => 'http',
    ip: () => '192.0.2.1',
    queries: () => Object.fromEntries(new URL(origin.url ?? '/', 'http://a.test').searchParams),
    route: (name: string, fallback = '') => params[name] ?? fallback,
    // Tests without a server give only what is read of a request.
    origin: () => origin as IncomingMessage,
  };
  const response: Partial<ResponseBuilder> = {
    noContent: (status = 204) => new FakeResponse(status),
    string: (status, text) => new FakeResponse(status, text).setHeader('Content-Type', 'text/plain; charset=utf-8'),
    writer: () => res as ServerResponse,
  };
  const ctx: Partial<Context> = {
    request: () => request as Request,
    response: () => response as ResponseBuilder,
    value: (key: PropertyKey) => values.get(key),
    withValue(key: PropertyKey, value: unknown) {
      values.set(key, value);
      return ctx as Context;
    },
  };
  return ctx as Context;
};
