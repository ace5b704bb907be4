import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex, Readable } from 'node:stream';
import type { Duration } from '../config/duration.ts';
import type { ResponseMethods } from '../extensions.ts';
import type { Cookie, CookieOptions } from './cookie.ts';
import type { NotData } from './handler-data.ts';
import type { Reply } from './reply.ts';
import type { FileBody, ResponseBody } from './response.ts';
import type { RouteArguments, RouteNameInput } from './route-names.ts';

/** One server-sent event (WHATWG HTML, server-sent events); a plain string is its data. */
export interface ServerSentEvent {
  /**
   * The data to send. A string is sent as it is, each line as one line of data; any other value is sent as JSON. Without `data`, clients
   * fire no event, but still use `id` and `retry`.
   */
  data?: unknown;
  /**
   * Name of the event, for `addEventListener()` in the browser; `message` when left out. One line.
   * @throws E_EVENT_INVALID when it has line breaks.
   */
  event?: string;
  /** The client sends it back as `Last-Event-ID` when it connects again. One line, without NUL. */
  id?: string;
  /**
   * The time after which the client connects again when the stream has ended, from now on. Seconds, or a string such as `'5s'`.
   * @throws E_DURATION_INVALID for a value that is not a duration; E_EVENT_INVALID for a negative or endless one.
   */
  retry?: Duration;
}

/** Server-sent events, one after the other. */
export type ServerSentEvents = Iterable<ServerSentEvent | string> | AsyncIterable<ServerSentEvent | string>;

/** The client of an event stream, for a function that makes its events. */
export interface EventStreamClient {
  /**
   * The id of the last event that the client received before it connected again: continue after it. Empty on a first
   * connection. The client sends it, so check it.
   */
  readonly lastEventId: string;
  /** Aborts when the client leaves, and as soon as the application closes. Stop making events then. */
  readonly signal: AbortSignal;
}

/** Where server-sent events come from: an iterable, or a function of the client that returns one. */
export type EventStreamSource = ServerSentEvents | ((client: EventStreamClient) => ServerSentEvents);

/** Settings of one event stream. */
export interface EventStreamOptions {
  /**
   * After this time without an event, Taproot sends a comment, so that proxies keep the connection. Seconds, or a string such as `'30s'`;
   * 15 when left out.
   */
  readonly heartbeat?: Duration;
  /**
   * How long clients wait before they connect again after the end of the stream. Seconds, or a string such as `'5s'`; when left out, the
   * browser decides. When the application closes, each client gets a random time of one to two times this value (1 to 2 s when left out),
   * so that they do not all come back at once.
   */
  readonly retry?: Duration;
}

type EventOf<Source> = Source extends (client: EventStreamClient) => infer Made
  ? EventOf<Made>
  : Source extends Iterable<infer Event> | AsyncIterable<infer Event>
    ? Event
    : never;

/** Where a streamed response comes from: something readable, or a function that yields pieces. */
export type StreamSource =
  | Readable
  | ReadableStream<Uint8Array>
  | Iterable<string | Uint8Array>
  | AsyncIterable<string | Uint8Array>
  | (() => Iterable<string | Uint8Array> | AsyncIterable<string | Uint8Array>);

/**
 * Takes over a connection. Arguments are those of Node's event `upgrade`: the request, its socket, and the first bytes of the new protocol.
 * It writes the `101` reply itself, as `handleUpgrade()` of the package ws does, or refuses by another reply and ends the socket.
 */
export type UpgradeAccept = (req: IncomingMessage, socket: Duplex, head: Buffer) => unknown;

/**
 * The result of `json()` for a promise, or for a body that contains one. It is not a response, so a handler that returns it
 * does not compile. (JSON of a promise is `{}`.)
 */
export interface BodyNotAwaited extends NotData {
  /** The status that was given. It has too few members to pass for a response. */
  status: number;
}

/** `unknown` for a promise and for a body that contains a promise, else `never`. */
type PromiseIn<Body> = 0 extends 1 & (Body | ValuesIn<Body>)
  ? never
  : [Extract<Body | ValuesIn<Body>, PromiseLike<unknown>>] extends [never]
    ? never
    : unknown;

type ValuesIn<Body> = Body extends readonly (infer Entry)[] ? Entry : Body[keyof Body];

/** A file from elsewhere than the disk, such as a bucket. The end of its path decides its media type. */
export interface NamedFile extends FileBody {
  /** Its path; the name is what follows the last slash. */
  readonly path: string;
}

/** Responses of one status. */
export interface StatusResponses<Status extends number = number> extends NotData, ResponseMethods<Status> {
  /** A promise, or an object that contains one, cannot be a body: await it first. */
  json<Body extends object>(body: Body & PromiseIn<Body>): BodyNotAwaited;
  /** A JSON response. `undefined` is sent as null. */
  json<Body>(body: Body): Reply<Status, Body, 'application/json'>;
  /** A text response, `text/plain; charset=utf-8`. */
  string(text: string): Reply<Status, string, 'text/plain'>;
  /** A response of any media type. */
  data<Type extends string>(contentType: Type, bytes: Uint8Array | string): Reply<Status, Uint8Array | string, Type>;
  /** A streamed response, `application/octet-stream` unless `contentType` is given. */
  stream<Type extends string = 'application/octet-stream'>(
    source: StreamSource,
    contentType?: Type,
  ): Reply<Status, StreamSource, Type>;
}

/** The parts of a finished reply. */
export interface ResponseOrigin {
  /** Status of the response. */
  status(): number;
  /** Body of the response; null when it has none. */
  body(): ResponseBody;
  /** Size of the body in bytes; null if it is unknown until the body has been sent. */
  size(): number | null;
  /** A header's value, or undefined. Names are case-insensitive. */
  header(name: string): string | readonly string[] | undefined;
}

/** Makes responses. Also prepares headers and cookies, which every response of the request gets, even an error response. */
export interface ResponseBuilder extends NotData, ResponseMethods<200> {
  /** A promise, or an object that contains one, cannot be a body: await it first. */
  json<Body extends object>(status: number, body: Body & PromiseIn<Body>): BodyNotAwaited;
  /**
   * A JSON response: `json(200, { data: posts })`. The status comes first. `undefined` is sent as null. BigInt values and
   * circular objects cannot be sent.
   * @throws E_RESPONSE_STATUS for a status that is not a whole number from 200 to 999.
   */
  json<Status extends number, Body>(status: Status, body: Body): Reply<Status, Body, 'application/json'>;
  /**
   * A text response, `text/plain; charset=utf-8`: `string(200, 'ok')`.
   * @throws E_RESPONSE_STATUS for a status that is not a whole number from 200 to 999.
   */
  string<Status extends number>(status: Status, text: string): Reply<Status, string, 'text/plain'>;
  /**
   * A page, `text/html; charset=utf-8`: `html(200, page)`. The text is sent as it is, so escape the values in it.
   * @throws E_RESPONSE_STATUS for a status that is not a whole number from 200 to 999.
   */
  html<Status extends number>(status: Status, html: string): Reply<Status, string, 'text/html'>;
  /**
   * A response of any media type: `data(200, 'image/png', bytes)`. The type is sent as given, without a check of the bytes.
   * @throws E_RESPONSE_STATUS for a status that is not a whole number from 200 to 999.
   */
  data<Status extends number, Type extends string>(
    status: Status,
    contentType: Type,
    bytes: Uint8Array | string,
  ): Reply<Status, Uint8Array | string, Type>;
  /**
   * Sends a file that the browser shows, with ranges, `ETag` and `Last-Modified`. A relative path starts at the application's folder. Check
   * any part of the path that comes from a client: it decides which file is sent. Takes a file of a storage disk, too.
   * @throws E_ROUTE_NOT_FOUND (404) when there is no such file; E_FILE_FORBIDDEN (403); E_FILE_BUSY (503).
   */
  file(path: string | NamedFile): Promise<Reply<200, FileBody>>;
  /**
   * Like `file()`, but the browser saves the file, as `filename` or under its own name. The same warning holds for `path`.
   * @throws E_ROUTE_NOT_FOUND (404) when there is no such file; E_FILE_FORBIDDEN (403); E_FILE_BUSY (503).
   */
  download(path: string | NamedFile, filename?: string): Promise<Reply<200, FileBody>>;
  /**
   * Streams a body with back-pressure. The source is closed when the client leaves. `contentType` is `application/octet-stream` by default.
   * If the stream has more or fewer bytes than its Content-Length says, Taproot reports E_STREAM_LENGTH and closes the connection.
   * @throws E_RESPONSE_STATUS for a status that is not a whole number from 200 to 999.
   */
  stream<Status extends number, Type extends string = 'application/octet-stream'>(
    status: Status,
    source: StreamSource,
    contentType?: Type,
  ): Reply<Status, StreamSource, Type>;
  /**
   * Server-sent events from an iterable, or from a function of the client that returns one. Taproot sends headers and a comment at once.
   * The stream ends when the client leaves or the application closes.
   * @throws E_STREAM_SOURCE for any other source; E_DURATION_INVALID for a time that cannot be read.
   * @example ctx.response().eventStream(({ lastEventId, signal }) => ordersSince(lastEventId, signal), { retry: '5s' })
   */
  eventStream<Source extends EventStreamSource>(
    source: Source,
    options?: EventStreamOptions,
  ): Reply<200, EventOf<Source>, 'text/event-stream'>;
  /**
   * Hands the connection to `accept`, for a WebSocket or another protocol. `accept` runs after the middleware. It gets the arguments of
   * Node's event `upgrade` and writes the `101` reply itself. Headers and cookies that were set on `ctx.response()` are added to that reply.
   * A request of a browser needs the origin of this application, or one that CORS allows. `protocol` is `websocket` by default.
   *
   * `ctx.request().signal()` aborts when the connection closes and when the application closes. End the connection then: it is cut at
   * `app.shutdown_timeout`, or at once when no code has asked for the signal.
   * @throws E_UPGRADE_REQUIRED (426) for a request that does not ask for the protocol; E_UPGRADE_ORIGIN (403) for a page of another origin;
   * E_UPGRADE_ACCEPT for anything but a function.
   * @example route.get('/echo', (ctx) => ctx.response().upgrade((req, socket, head) => sockets.handleUpgrade(req, socket, head, echo)))
   */
  upgrade(accept: UpgradeAccept, protocol?: string): Reply<101, null, never>;
  /**
   * Redirects to a path of this application or to a host in `http.redirect_hosts`. For any other address it redirects to `fallback`, or
   * throws `E_REDIRECT_UNSAFE` without one.
   */
  redirect<Status extends number>(status: Status, location: string, fallback?: string): Reply<Status, null, never>;
  /** Redirects to any address without a check. Use it only for addresses that no client can choose. */
  redirectAway<Status extends number>(status: Status, location: string): Reply<Status, null, never>;
  /**
   * Redirects (303) to the page from which the request came, by its header `Referer`: to its path, or to its address if it is of a host in
   * `http.redirect_hosts`. If there is none, or it is of any other host, redirects to `fallback`, by default `/`.
   * @throws E_REDIRECT_UNSAFE for a fallback of another host.
   */
  back(fallback?: string): Reply<303, null, never>;
  /**
   * Redirects to a named route, with 302 unless `status` is given: `redirectToRoute('posts.show', { id: 7 })`.
   * @throws E_ROUTE_UNKNOWN when no route has the name; E_ROUTE_PARAMETER when a parameter is missing or does not fit.
   */
  redirectToRoute<const Name extends string>(
    name: RouteNameInput<Name>,
    ...rest: RouteArguments<Name, [status?: number]>
  ): Reply<number, null, never>;
  /** A response without a body; 204 unless `status` is given. */
  noContent<Status extends number = 204>(status?: Status): Reply<Status, null, never>;
  /** Alias of {@link status} with 200: `success().json({ data })` is `status(200).json({ data })`. */
  success(): StatusResponses<200>;
  /**
   * Responses of one status: `status(201).json({ data })`.
   * @throws E_RESPONSE_STATUS when the response is created, for a status that is not a whole number from 200 to 999.
   */
  status<Status extends number>(status: Status): StatusResponses<Status>;

  /** Sets a header on the response of this request, whichever it will be. */
  header(name: string, value: string | number): this;
  /** Adds a field name to `Vary` of the response of this request, whichever it will be. */
  vary(field: string): this;
  /**
   * Sets a cookie on the response of this request, whichever it will be. A second cookie with the same name, path and domain replaces the
   * first. By default the cookie has the path `/`, lasts until the browser closes, scripts can read it, and it is also sent without TLS.
   * Set `httpOnly`, `secure` and `sameSite` for anything that identifies a user.
   * @throws E_COOKIE_INVALID for a name or an attribute that browsers would refuse.
   */
  cookie(cookie: Cookie): this;
  cookie(name: string, value: string, options?: CookieOptions): this;
  /**
   * Makes the browser forget a cookie. Give the options of the original cookie: browsers compare `path` (`/` by default), `domain` and
   * `partitioned`. In a page of another site they also need `sameSite: 'none'`. `maxAge` and `expires` are ignored. `secure` is added for
   * names that begin with `__Host-` or `__Secure-`, for `partitioned` and for `sameSite: 'none'`.
   * @throws E_COOKIE_INVALID for a name or an attribute that browsers would refuse.
   * @example ctx.response().withoutCookie('__Host-session').noContent()
   * @example ctx.response().withoutCookie('widget', { partitioned: true, sameSite: 'none' }).noContent()
   */
  withoutCookie(name: string, options?: CookieOptions): this;

  /** The response that was made last, as middleware see it after `next()`; null when there is none. */
  last(): ResponseOrigin | null;
  /** Alias of {@link last}. */
  origin(): ResponseOrigin | null;
  /** Node's own response, for special cases. Once you write to it, Taproot no longer sends a response. */
  writer(): ServerResponse;
}
