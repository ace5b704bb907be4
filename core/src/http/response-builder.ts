import type { ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';
import type { Cookie, CookieOptions } from './cookie.ts';
import type { Response, ResponseBody } from './response.ts';

/** One server-sent event (WHATWG HTML, server-sent events); a plain string is its data. */
export interface ServerSentEvent {
  data: unknown;
  event?: string;
  id?: string;
  /** Milliseconds after which the client reconnects. */
  retry?: number;
}

/** Where a streamed response comes from: something readable, or a function that yields pieces. */
export type StreamSource =
  | Readable
  | ReadableStream<Uint8Array>
  | Iterable<string | Uint8Array>
  | AsyncIterable<string | Uint8Array>
  | (() => Iterable<string | Uint8Array> | AsyncIterable<string | Uint8Array>);

/** Responses of one status. */
export interface StatusResponses {
  json(body: unknown): Response;
  string(text: string): Response;
  data(contentType: string, bytes: Uint8Array | string): Response;
  stream(source: StreamSource, contentType?: string): Response;
}

/** What a reply that was made holds. */
export interface ResponseOrigin {
  status(): number;
  body(): ResponseBody;
  /** Bytes of the body, or null when unknown before it was sent. */
  size(): number | null;
  header(name: string): string | readonly string[] | undefined;
}

/** Makes responses, and stages headers and cookies for whichever response is answered. */
export interface ResponseBuilder {
  json(status: number, body: unknown): Response;
  string(status: number, text: string): Response;
  data(status: number, contentType: string, bytes: Uint8Array | string): Response;
  /** A file inline, with ranges, `ETag` and `Last-Modified`; a missing one is answered 404. */
  file(path: string): Promise<Response>;
  /** The same as an attachment, under `filename` or its own name. */
  download(path: string, filename?: string): Promise<Response>;
  /** Streams with back-pressure; the source is closed when the client leaves. */
  stream(status: number, source: StreamSource, contentType?: string): Response;
  /** Server-sent events from an iterable of events, with a comment as heartbeat every 15 s. */
  eventStream(source: Iterable<ServerSentEvent | string> | AsyncIterable<ServerSentEvent | string>): Response;
  /**
   * Redirects to a path of this application or to a host in `http.redirect_hosts`. Any other address goes to `fallback`
   * instead; without one it is `E_REDIRECT_UNSAFE`.
   */
  redirect(status: number, location: string, fallback?: string): Response;
  /** Redirects anywhere; for addresses that are the application's own, never the client's. */
  redirectAway(status: number, location: string): Response;
  redirectToRoute(name: string, params?: Readonly<Record<string, string | number>>, status?: number): Response;
  noContent(status?: number): Response;
  success(): StatusResponses;
  status(status: number): StatusResponses;

  /** Sets a header on whatever response is answered. */
  header(name: string, value: string | number): this;
  /** Adds a field name to `Vary` of whatever response is answered. */
  vary(field: string): this;
  cookie(cookie: Cookie): this;
  cookie(name: string, value: string, options?: CookieOptions): this;
  withoutCookie(name: string, options?: Pick<CookieOptions, 'path' | 'domain'>): this;

  /** The response made last, as middleware see it after `next()`; null when none was. */
  origin(): ResponseOrigin | null;
  /** Node's own response, for what the framework does not do; writing to it ends the framework's part. */
  writer(): ServerResponse;
}
