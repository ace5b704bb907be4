/* oxlint-disable typescript/no-unsafe-declaration-merging -- plugins add methods to these classes */
import type { ServerResponse } from 'node:http';
import { resolve } from 'node:path';
import type { Application, FrameworkError, Response, ResponseBuilder, ResponseMethods } from '@taproot/core';
import type {
  BodyNotAwaited,
  Cookie,
  CookieOptions,
  EventStreamOptions,
  EventStreamSource,
  FileBody,
  NamedFile,
  ResponseOrigin,
  RouteArguments,
  RouteNameInput,
  StatusResponses,
  StreamSource,
  UpgradeAccept,
} from '@taproot/core/internal';
import { describeValue } from '@taproot/core/plugin';
import { errors } from '../errors.ts';
import { handlerSource } from '../handler/handler-name.ts';
import { cookiePlace, expiredCookie, serializeCookie } from '../input/cookies.ts';
import { sealCookie } from '../input/sealed-cookies.ts';
import { discardWith, isStream, toReadable } from '../response/body-streams.ts';
import { openDiskFile } from '../response/disk-file.ts';
import { eventStream, milliseconds } from '../response/event-stream.ts';
import { applyFile, type FileOptions } from '../response/file-response.ts';
import { HeaderBag } from '../response/header-bag.ts';
import { encodeLocation, isSafeTarget, pagePath } from '../response/redirect.ts';
import { checkStatus } from '../response/sent-body.ts';
import { mountedPath } from '../server/mount-prefix.ts';
import type { HttpContext } from './http-context.ts';
import { type Reply } from './reply.ts';
import { hostOf, isForeign, UpgradeReply } from './upgrade-reply.ts';

/** The result of `ctx.response().status()`: responses of one status. It is a class, so that a handler that returns it gets an error. */
export class StatusBuilder implements StatusResponses {
  /** The status. */
  readonly code: number;
  readonly #builder: ResponseBuilder;

  constructor(builder: ResponseBuilder, code: number) {
    this.#builder = builder;
    this.code = code;
  }

  json(body: unknown): Response & BodyNotAwaited {
    return this.#builder.json(this.code, body);
  }

  string(text: string): Response {
    return this.#builder.string(this.code, text);
  }

  data(contentType: string, bytes: Uint8Array | string): Response {
    return this.#builder.data(this.code, contentType, bytes);
  }

  stream(source: StreamSource, contentType?: string): Response {
    return this.#builder.stream(this.code, source, contentType);
  }
}

// builderClass() defines these methods.
export interface StatusBuilder extends ResponseMethods<number> {}

const JSON_TYPE = 'application/json; charset=utf-8';
const HTML_TYPE = 'text/html; charset=utf-8';
const TEXT_TYPE = 'text/plain; charset=utf-8';

// builderClass() defines these methods.
export interface HttpResponseBuilder extends ResponseMethods<200> {}

/** Makes the responses of one context, and keeps the headers that were set on `ctx.response()`. */
export class HttpResponseBuilder implements ResponseBuilder {
  readonly headers = new HeaderBag();
  /** The response that was made last. It is sent when a handler returns nothing. */
  staged: Reply | null = null;
  /** The responses that were made before it. */
  #earlier: Reply[] | null = null;
  #cookies: Map<string, string> | null = null;
  readonly #ctx: HttpContext;

  constructor(ctx: HttpContext) {
    this.#ctx = ctx;
  }

  json(status: number, body: unknown): Response {
    return this.#reply(status, this.#ctx.site.json(body), JSON_TYPE);
  }

  /** The response to a handler that returned `data`. An error about the data names the handler. */
  returned(data: unknown): Response {
    return this.#reply(200, this.#ctx.site.json(data, this.#ctx), JSON_TYPE);
  }

  string(status: number, text: string): Response {
    return this.#reply(status, text, TEXT_TYPE);
  }

  html(status: number, html: string): Response {
    return this.#reply(status, html, HTML_TYPE);
  }

  data(status: number, contentType: string, bytes: Uint8Array | string): Response {
    return this.#reply(status, bytes, contentType);
  }

  file(path: string | NamedFile): Promise<Response> {
    return this.#file(path);
  }

  download(path: string | NamedFile, filename?: string): Promise<Response> {
    const name = typeof path === 'string' ? path : path.path;
    return this.#file(path, filename ?? name.split(/[\\/]/).at(-1));
  }

  stream(status: number, source: StreamSource, contentType = 'application/octet-stream'): Response {
    return this.#reply(status, toReadable(source), contentType);
  }

  eventStream(source: EventStreamSource, { heartbeat, retry }: EventStreamOptions = {}): Response {
    const request = this.#ctx.request();
    const signal = request.endlessSignal();
    // Clients send the id in UTF-8, but Node reads headers as Latin-1.
    const lastEventId = Buffer.from(request.header('Last-Event-ID'), 'latin1').toString();
    const events = typeof source === 'function' ? source({ lastEventId, signal }) : source;
    const texts = eventStream(events, {
      signal,
      ...(heartbeat !== undefined && { heartbeat: milliseconds(heartbeat, 'heartbeat') }),
      ...(retry !== undefined && { retry: milliseconds(retry, 'retry') }),
    });
    this.headers.set('Cache-Control', 'no-cache, no-transform');
    // Without this header, nginx would buffer the response.
    this.headers.set('X-Accel-Buffering', 'no');
    return this.stream(200, texts, 'text/event-stream; charset=utf-8');
  }

  upgrade(accept: UpgradeAccept, protocol = 'websocket'): Response {
    if (typeof accept !== 'function') throw errors.E_UPGRADE_ACCEPT({ actual: describeValue(accept) });
    this.#checkUpgrade(protocol);
    return this.#stage(new UpgradeReply(this.headers, accept));
  }

  redirect(status: number, location: string, fallback?: string): Response {
    const hosts = [this.#ctx.request().host(), ...this.#ctx.site.config.redirect_hosts];
    const target = isSafeTarget(location, hosts) ? location : fallback;
    if (target === undefined) throw errors.E_REDIRECT_UNSAFE();
    return this.redirectAway(status, target);
  }

  redirectAway(status: number, location: string): Response {
    return this.#redirect(status, mountedPath(this.#ctx.exchange.req, location));
  }

  back(fallback = '/'): Response {
    const request = this.#ctx.request();
    const from = request.header('referer');
    const hosts = [request.host(), ...this.#ctx.site.config.redirect_hosts];
    // `isSafeTarget()` also takes relative addresses, which no browser sends here.
    const isPage = /^https?:/i.test(from) && isSafeTarget(from, hosts);
    // The browser says the path with the prefix of a mounted application.
    return isPage ? this.#redirect(303, pagePath(from, request.host())) : this.redirect(303, fallback);
  }

  redirectToRoute<const Name extends string>(
    name: RouteNameInput<Name>,
    ...rest: RouteArguments<Name, [status?: number]>
  ): Response {
    const [params = {}, status = 302]: [Readonly<Record<string, string | number>>?, number?] = rest;
    return this.redirectAway(status, this.#ctx.site.url(name, params));
  }

  noContent(status = 204): Response {
    return this.#reply(status, null, '');
  }

  success(): StatusResponses<200> {
    return this.status(200);
  }

  status<Status extends number>(status: Status): StatusResponses<Status> {
    return this.withStatus(status);
  }

  /** The responses of one status; a class with the methods of plugins replaces it. */
  protected withStatus<Status extends number>(status: Status): StatusResponses<Status> {
    return new StatusBuilder(this, status);
  }

  header(name: string, value: string | number): this {
    this.headers.set(name, value);
    return this;
  }

  vary(field: string): this {
    this.headers.vary(field);
    return this;
  }

  cookie(cookie: Cookie): this;
  cookie(name: string, value: string, options?: CookieOptions): this;
  cookie(first: Cookie | string, value = '', options: CookieOptions = {}): this {
    const cookie = sealCookie(
      this.#ctx.site.app,
      typeof first === 'string' ? { ...options, name: first, value } : first,
    );
    const made = serializeCookie(cookie);
    const key = cookiePlace(cookie);
    const before = this.#cookies?.get(key);
    // Other code may have set cookies, too: a Koa session, or a handler that passes on a header.
    const set = [this.headers.get('Set-Cookie') ?? []].flat();
    const place = before === undefined ? -1 : set.indexOf(before);
    this.headers.set('Set-Cookie', place === -1 ? [...set, made] : set.with(place, made));
    (this.#cookies ??= new Map()).set(key, made);
    return this;
  }

  withoutCookie(name: string, options: CookieOptions = {}): this {
    return this.cookie(expiredCookie(name, options));
  }

  origin(): ResponseOrigin | null {
    return this.last();
  }

  last(): ResponseOrigin | null {
    const reply = this.staged;
    if (reply === null) return null;
    return {
      status: () => reply.status,
      body: () => reply.body,
      size: () => {
        if (typeof reply.body === 'string') return Buffer.byteLength(reply.body);
        return reply.body === null ? 0 : reply.body instanceof Uint8Array ? reply.body.byteLength : null;
      },
      header: (name) => reply.header(name),
    };
  }

  /** Closes the streams of responses that are not sent. If the sent response may read from them, waits until it has ended. */
  closeOthers(sent: Response): void {
    if (this.#earlier === null && this.staged === sent) return;
    // A tap may answer with something that is not a response and has no body.
    const body = sent?.body ?? null;
    const made = [...(this.#earlier ?? []), ...(this.staged === null ? [] : [this.staged])].map((reply) => reply.body);
    const others = made.filter((other) => isStream(other) && other !== body);
    for (const other of others) discardWith(body, other);
  }

  writer(): ServerResponse {
    return this.#ctx.exchange.res;
  }

  #redirect(status: number, location: string): Response {
    this.headers.set('Location', encodeLocation(location));
    return this.#reply(status, null, '');
  }

  #checkUpgrade(protocol: string): void {
    const { exchange, site } = this.#ctx;
    const request = this.#ctx.request();
    if (request.upgrade() !== protocol.toLowerCase())
      throw errors.E_UPGRADE_REQUIRED({ protocol }, { headers: { Upgrade: protocol, Connection: 'Upgrade, close' } });
    const origin = request.header('origin');
    const foreign = isForeign({
      origin,
      // Koa, Fastify and middleware of Express set headers on Node's response.
      allowed: this.headers.get('Access-Control-Allow-Origin') ?? exchange.res.getHeader('access-control-allow-origin'),
      hasCredentials: request.header('cookie') !== '' || request.header('authorization') !== '',
      hosts: [request.host().toLowerCase(), hostOf(site.app.config.app.url ?? '') ?? ''],
    });
    if (foreign) throw errors.E_UPGRADE_ORIGIN({ origin: JSON.stringify(origin) });
    site.signals.refuseWhenClosing();
  }

  async #file(path: string | NamedFile, download?: string): Promise<Response> {
    const options = download === undefined ? {} : { download };
    if (typeof path !== 'string') return this.#apply(path, { ...options, name: path.path });
    const absolute = resolve(this.#ctx.site.app.basePath, path);
    const file = await openDiskFile(absolute);
    if (file === null) throw this.#absent(absolute);
    return this.#apply(file, options);
  }

  #apply(file: FileBody, options: FileOptions): Response {
    const { method, headers } = this.#ctx.exchange.req;
    return applyFile(this.#reply(200, null, ''), file, { method: method ?? 'GET', headers }, options);
  }

  /** The client gets a plain 404; in development, the log names the missing file. */
  #absent(path: string): FrameworkError {
    const { app } = this.#ctx.site;
    const cause = errors.E_FILE_ABSENT({ source: handlerSource(this.#ctx), path });
    if (app.debug) {
      const request = this.#ctx.request();
      app.report(cause, { where: 'request', requestId: request.id(), method: request.method(), path: request.path() });
    }
    return errors.E_ROUTE_NOT_FOUND({ cause });
  }

  #reply(status: number, body: Reply['body'], type: string): Reply {
    checkStatus(status);
    return this.#stage(this.#ctx.site.createReply(this.headers, status, body, type));
  }

  #stage(reply: Reply): Reply {
    if (this.staged !== null) (this.#earlier ??= []).push(this.staged);
    this.headers.leaveBody();
    return (this.staged = reply);
  }
}

type Method = (...args: unknown[]) => unknown;

/** The builder class of an application with the methods of its plugins; the class of the framework if no plugin has any. */
export const builderClass = (app: Application): typeof HttpResponseBuilder => {
  const methods = app.registry.responseMethods;
  if (methods.size === 0) return HttpResponseBuilder;
  class AppStatusBuilder extends StatusBuilder {
    readonly ctx: HttpContext;

    constructor(builder: AppBuilder, code: number) {
      super(builder, code);
      this.ctx = builder.ctx;
    }
  }
  class AppBuilder extends HttpResponseBuilder {
    readonly ctx: HttpContext;
    readonly code = 200;

    constructor(ctx: HttpContext) {
      super(ctx);
      this.ctx = ctx;
    }

    protected override withStatus<Status extends number>(status: Status): StatusResponses<Status> {
      return new AppStatusBuilder(this, status);
    }
  }
  for (const [name, { make }] of methods)
    for (const Class of [AppBuilder, AppStatusBuilder])
      Object.defineProperty(Class.prototype, name, {
        value(this: AppBuilder | AppStatusBuilder, ...args: unknown[]) {
          return (make(this.ctx, app, this.code) as Method)(...args);
        },
      });
  return AppBuilder;
};
