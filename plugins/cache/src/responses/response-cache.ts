import { createHash } from 'node:crypto';
import type { Context, Duration, Middleware, Next, Response } from '@taproot/core';
import { describeValue, type MiddlewareDescription, type RouteInfo, seconds } from '@taproot/core/plugin';
import { Cache } from '../cache.ts';
import type { CacheRuntime } from '../cache-runtime.ts';
import { errors } from '../errors.ts';
import { type KeptReply, keptReply, replay } from '../replies/kept-reply.ts';
import { ResponseKeys } from './response-keys.ts';

/** Settings of `middleware.cache()`. */
export interface ResponseCacheOptions {
  /** Seconds for which a response answers later requests; `cache.ttl` by default. */
  readonly ttl?: Duration;
  /** Names for `facades.Cache().forgetTags()`, or a function that makes them of the request. */
  readonly tags?: readonly string[] | ((ctx: Context) => readonly string[]);
  /**
   * Who shares a response, such as the id of the user. Without it, requests with `Cookie`, `Authorization` or a user pass by the cache. With
   * it, their responses are kept under what it returns, also those that say `Cache-Control: private`. With null, a request passes by.
   */
  readonly by?: (ctx: Context) => string | null | Promise<string | null>;
  /** The query parameters that the handler reads: a request with others passes by. By default all are part of the key. */
  readonly query?: readonly string[];
  /** Statuses that are kept; 200 alone by default. */
  readonly statuses?: readonly number[];
  /** Bytes of the largest body that is kept; 1 MB by default. */
  readonly max_body?: number;
}

interface Kept {
  readonly reply: KeptReply;
  /** Milliseconds since 1970. */
  readonly made: number;
}

/** Why a response is not kept. */
interface Refusal {
  readonly detail: string;
}

/** Statuses without a body of their own, or with a part of one. */
const unfit = new Set([204, 205, 206, 304]);
/** Headers that belong to the kept body. Of all others, those of this request win. */
const ofBody = /^(?:content-(?!security-policy)|etag$|last-modified$|expires$|cache-control$|link$|location$)/;

/** Middleware that keeps whole responses. */
export class ResponseCache implements Middleware {
  readonly #runtime: CacheRuntime;
  readonly #cache: Cache;
  readonly #options: ResponseCacheOptions;
  readonly #keys: ResponseKeys;
  readonly #ttl: number;
  readonly #statuses: ReadonlySet<number>;
  readonly #most: number;

  /** Made by `middleware.cache()`. */
  constructor(runtime: CacheRuntime, options: ResponseCacheOptions = {}) {
    this.#runtime = runtime;
    this.#cache = new Cache(runtime);
    this.#options = options;
    this.#keys = new ResponseKeys(options.query ?? null);
    this.#ttl = seconds(options.ttl ?? runtime.app.config.cache.ttl, 'The ttl of middleware.cache()');
    this.#statuses = new Set(options.statuses ?? [200]);
    this.#most = options.max_body ?? 1024 * 1024;
  }

  signature(): string {
    return 'cache';
  }

  prepare(): void {
    if (!(this.#ttl > 0 && this.#ttl < Number.POSITIVE_INFINITY))
      throw errors.E_CACHE_TTL({ value: describeValue(this.#options.ttl) });
    for (const status of this.#statuses)
      if (!Number.isInteger(status) || status < 200 || status > 599 || unfit.has(status))
        throw errors.E_CACHE_STATUS({ status: describeValue(status) });
  }

  describe(route: RouteInfo): MiddlewareDescription | null {
    if (route.method !== 'GET' && route.method !== 'HEAD') return null;
    return {
      requestHeaders: [{ name: 'If-None-Match', description: 'The `ETag` of the response that the client has' }],
      responseHeaders: [
        { name: 'ETag', description: 'Names this version of the response' },
        { name: 'Age', description: 'Seconds since a kept response was made', type: 'integer' },
        { name: 'Cache-Status', description: 'Whether a kept response was sent, or why not (RFC 9211)' },
      ],
      responses: [{ status: 304, description: 'The client has this version of the response.' }],
    };
  }

  async handle(ctx: Context, next: Next): Promise<Response> {
    const method = ctx.request().method();
    if (method !== 'GET' && method !== 'HEAD') return next();
    const sharer = await this.#sharer(ctx);
    if (typeof sharer !== 'string') return marked(await next(), `fwd=bypass; detail=${sharer.detail}`);
    const tags = typeof this.#options.tags === 'function' ? this.#options.tags(ctx) : (this.#options.tags ?? []);
    const own: { response: Response | null; detail: string | null } = { response: null, detail: null };
    for (let before = ''; ; ) {
      const place = this.#keys.of(ctx, sharer);
      if (place === null) return marked(own.response ?? (await next()), 'fwd=bypass; detail=query');
      // The response of another request is not for this one.
      if (place.key === before) return marked(await next(), 'fwd=miss');
      before = place.key;
      // oxlint-disable-next-line no-loop-func -- it ends before the next turn
      const kept = await this.#cache.remember(
        place.key,
        this.#ttl,
        () => this.#make(ctx, next, { place, sharer, tags, own }),
        {
          tags,
          grace: 0,
        },
      );
      if (own.response !== null) return this.#first(ctx, own.response, own.detail);
      if (kept !== undefined) return again(ctx, kept as unknown as Kept);
    }
  }

  async #make(ctx: Context, next: Next, { place, sharer, tags, own }: Turn): Promise<Kept | undefined> {
    const response = await next();
    own.response = response;
    const vary = varied(response);
    own.detail = this.#refusal(ctx, response, vary);
    const reply = own.detail === null ? keptReply(response, this.#most) : null;
    if (reply === null) {
      own.detail ??= 'body';
      return undefined;
    }
    if (this.#options.by !== undefined && response.header('cache-control') === undefined)
      response.setHeader('Cache-Control', 'private');
    if (response.header('etag') === undefined) response.setHeader('ETag', entityTag(reply));
    const kept: Kept = { reply: { ...reply, headers: keptHeaders(response) }, made: Date.now() };
    if (vary.every((name) => place.vary.includes(name))) return kept;
    // The key lacks a header by which the response varies: it belongs under another one, and nobody may get it under this one.
    const other = this.#keys.learn(ctx, vary) ? this.#keys.of(ctx, sharer) : null;
    if (other === null) own.detail = 'vary';
    else await this.#cache.put(other.key, kept, this.#ttl, { tags, grace: 0 });
    return undefined;
  }

  #first(ctx: Context, response: Response, detail: string | null): Response {
    if (detail !== null) return marked(response, `fwd=miss; detail=${detail}`);
    return unlessKnown(ctx, marked(response, 'fwd=miss; stored'));
  }

  /** Who shares the response, or why the request passes by. */
  async #sharer(ctx: Context): Promise<string | Refusal> {
    const request = ctx.request();
    // What a body says wins over the query, and is no part of the key.
    if (request.header('transfer-encoding') !== '' || Number(request.header('content-length', '0')) > 0)
      return { detail: 'body' };
    if (request.upgrade() !== '') return { detail: 'upgrade' };
    const { by } = this.#options;
    if (by !== undefined) {
      const sharer = await by(ctx);
      return sharer === null ? { detail: 'by' } : `by ${sharer}`;
    }
    if (request.header('authorization') !== '') return { detail: 'authorization' };
    if (request.header('cookie') !== '') return { detail: 'cookie' };
    const user = await this.#runtime.app.provided('user')?.(ctx);
    return user === null || user === undefined ? 'all' : { detail: 'user' };
  }

  /** Why a response must not be kept; null if it may. */
  #refusal(ctx: Context, response: Response, vary: readonly string[]): string | null {
    if (!this.#statuses.has(response.status)) return 'status';
    if (response.header('set-cookie') !== undefined) return 'set-cookie';
    const directives = new Set(words(response.header('cache-control')).map((word) => word.split('=', 1)[0]));
    if (directives.has('no-store') || directives.has('no-cache')) return 'cache-control';
    if (this.#options.by === undefined && directives.has('private')) return 'cache-control';
    if (vary.includes('*')) return 'vary';
    if (this.#runtime.app.provided('loginSessions')?.(ctx)?.isUsed === true) return 'session';
    return ctx.response().writer().headersSent ? 'sent' : null;
  }
}

interface Turn {
  readonly place: { readonly key: string; readonly vary: readonly string[] };
  readonly sharer: string;
  readonly tags: readonly string[];
  readonly own: { response: Response | null; detail: string | null };
}

const words = (header: string | readonly string[] | undefined): string[] =>
  String(header ?? '')
    .split(',')
    .map((word) => word.trim().toLowerCase())
    .filter((word) => word !== '');

const varied = (response: Response): string[] => words(response.header('vary'));

const marked = (response: Response, status: string): Response =>
  response.setHeader('Cache-Status', `taproot; ${status}`);

const keptHeaders = (response: Response): KeptReply['headers'] =>
  keptReply(response, Number.POSITIVE_INFINITY)?.headers ?? [];

/** A weak tag: another middleware may still compress the body. */
const entityTag = ({ body }: KeptReply): string =>
  `W/"${createHash('sha256')
    .update(body ?? '')
    .digest('base64url')
    .slice(0, 22)}"`;

/** Answers 304 if the client has this version (RFC 9110 13.1.2). */
const unlessKnown = (ctx: Context, response: Response): Response => {
  const known = ctx.request().header('if-none-match');
  if (known === '' || response.status !== 200) return response;
  const bare = (tag: string): string => tag.replace(/^W\//, '');
  const tag = bare(String(response.header('etag')));
  const tags = known.match(/(?:W\/)?"[^"]*"/g) ?? [];
  if (known.trim() !== '*' && !tags.some((one) => bare(one) === tag)) return response;
  response.status = 304;
  response.body = null;
  return response.removeHeader('Content-Type').removeHeader('Content-Length');
};

const again = (ctx: Context, { reply, made }: Kept): Response => {
  const response = ctx.response().noContent();
  const present = new Set([...response.headers()].map(([name]) => name.toLowerCase()));
  const headers = reply.headers.filter(([name]) => ofBody.test(name.toLowerCase()) || !present.has(name.toLowerCase()));
  for (const [name, value] of reply.headers)
    if (name.toLowerCase() === 'vary') for (const field of words(value)) response.vary(field);
  replay(response, { ...reply, headers: headers.filter(([name]) => name.toLowerCase() !== 'vary') });
  response.setHeader('Age', Math.max(0, Math.floor((Date.now() - made) / 1000)));
  return unlessKnown(ctx, marked(response, 'hit'));
};
