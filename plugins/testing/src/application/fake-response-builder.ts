import { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import {
  type Cookie,
  type CookieOptions,
  checkHeaderName,
  checkHeaderValue,
  type Response,
  type ResponseBody,
  type ResponseBuilder,
  type ResponseOrigin,
  type RouteArguments,
  type RouteName,
  type ServerSentEvent,
  type StatusResponses,
  type StreamSource,
} from '@taproot/core';
import type { FakeRequest } from './fake-request.ts';
import { type FakeHeaders, FakeResponse } from './fake-response.ts';

/** Makes responses that are kept, not written: headers, cookies and the response made last can be looked at. */
export class FakeResponseBuilder implements ResponseBuilder {
  /** Cookies by name, as they were set; null for those taken away. */
  readonly cookies = new Map<string, Cookie | null>();
  /** The response made last; null when none was. */
  last: FakeResponse | null = null;
  readonly #headers: FakeHeaders = new Map();
  readonly #request: FakeRequest;

  constructor(request: FakeRequest) {
    this.#request = request;
  }

  json(status: number, body: unknown): Response {
    return this.data(status, 'application/json; charset=utf-8', JSON.stringify(body));
  }

  string(status: number, text: string): Response {
    return this.data(status, 'text/plain; charset=utf-8', text);
  }

  data(status: number, contentType: string, bytes: Uint8Array | string): Response {
    return this.make(status, bytes).setHeader('Content-Type', contentType);
  }

  async file(path: string): Promise<Response> {
    return this.#kept(this.make(200, path), 'X-Fake-File', path);
  }

  async download(path: string, filename = path): Promise<Response> {
    return this.#kept(await this.file(path), 'Content-Disposition', `attachment; filename="${filename}"`);
  }

  stream(status: number, source: StreamSource, contentType = 'application/octet-stream'): Response {
    const pieces = typeof source === 'function' ? source() : source;
    const body = pieces instanceof ReadableStream || pieces instanceof Readable ? pieces : Readable.from(pieces);
    return this.make(status, body).setHeader('Content-Type', contentType);
  }

  eventStream(source: Iterable<ServerSentEvent | string> | AsyncIterable<ServerSentEvent | string>): Response {
    return this.make(200, Readable.from(source)).setHeader('Content-Type', 'text/event-stream');
  }

  redirect(status: number, location: string): Response {
    return this.#kept(this.make(status, null), 'Location', location);
  }

  redirectAway(status: number, location: string): Response {
    return this.redirect(status, location);
  }

  redirectToRoute<Name extends RouteName>(name: Name, ...rest: RouteArguments<Name, [status?: number]>): Response {
    const [params = {}, status = 302]: [Readonly<Record<string, string | number>>?, number?] = rest;
    // Without routes there is no address; what was asked for is kept in its place.
    return this.redirect(status, `route:${name}${Object.keys(params).length > 0 ? JSON.stringify(params) : ''}`);
  }

  noContent(status = 204): Response {
    return this.make(status, null);
  }

  success(): StatusResponses {
    return this.status(200);
  }

  status(status: number): StatusResponses {
    return {
      json: (body: unknown) => this.json(status, body),
      string: (text) => this.string(status, text),
      data: (contentType, bytes) => this.data(status, contentType, bytes),
      stream: (source, contentType) => this.stream(status, source, contentType),
    };
  }

  header(name: string, value: string | number): this {
    checkHeaderName(name);
    this.#headers.set(name.toLowerCase(), [name, checkHeaderValue(name, String(value))]);
    return this;
  }

  vary(field: string): this {
    new FakeResponse(200, null, this.#headers).vary(field);
    return this;
  }

  cookie(cookie: Cookie | string, value = '', options: CookieOptions = {}): this {
    const made = typeof cookie === 'string' ? { ...options, name: cookie, value } : cookie;
    this.cookies.set(made.name, made);
    return this;
  }

  withoutCookie(name: string): this {
    this.cookies.set(name, null);
    return this;
  }

  origin(): ResponseOrigin | null {
    const { last } = this;
    if (last === null) return null;
    const { body } = last;
    const size = typeof body === 'string' || body instanceof Uint8Array ? Buffer.byteLength(body) : null;
    return { status: () => last.status, body: () => body, size: () => size, header: (name) => last.header(name) };
  }

  writer(): ServerResponse {
    return new ServerResponse(this.#request.origin());
  }

  /** A response with the headers staged so far and later. */
  make(status: number, body: ResponseBody, error?: unknown): FakeResponse {
    this.last = new FakeResponse(status, body, this.#headers, error);
    return this.last;
  }

  /** Sets a header to what a driver encodes: a fake one is easier to look at as it was given. */
  #kept(response: Response, name: string, value: string): Response {
    this.#headers.set(name.toLowerCase(), [name, value]);
    return response;
  }
}
