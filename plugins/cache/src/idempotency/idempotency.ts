import { createHash } from 'node:crypto';
import type { Context, Duration, FrameworkError, Middleware, Next, Response } from '@taproot/core';
import { describeError, type MiddlewareDescription, type RouteInfo, seconds } from '@taproot/core/plugin';
import type { CacheRuntime } from '../cache-runtime.ts';
import { errors } from '../errors.ts';
import type { OwnLease } from '../locks/lease.ts';
import { type KeptReply, keptReply, replay } from '../replies/kept-reply.ts';

/** The record of a key. */
interface KeptRequest {
  /** Hash of the body and the query of the first request. */
  readonly fingerprint: string;
  /** Null if the reply was too large, or a stream. */
  readonly reply: KeptReply | null;
}

/** Settings of `middleware.idempotency()`. */
export interface IdempotencyOptions {
  /** Whether a request without the header is refused (400). False by default: it runs, and nothing is kept. */
  readonly required?: boolean;
  /** Seconds for which a reply is kept; a day by default. */
  readonly ttl?: Duration;
  /** Bytes of a reply that is kept; 1 MB by default. A repeated request then gets 409 instead of a larger reply. */
  readonly max_body?: number;
  /**
   * Who sends the request: a key of one client never answers another. By default the user that the auth plugin knows, else the header
   * `Authorization`.
   */
  readonly by?: (ctx: Context) => string | null | Promise<string | null>;
  /**
   * Whether a reply is kept. By default all are, but those that say that nothing was done: 400, 401, 403, 404, 405, 408, 409, 413, 415, 422,
   * 425, 429, 503.
   */
  readonly keep?: (response: Response) => boolean;
  /**
   * Whether the request runs in a transaction, which keeps its reply, too: even if the process is killed at any moment, its rows are written once.
   * A reply with an error (400 and above) rolls it back, and is not kept. Needs locks in the database (`cache.locks`). False by default.
   */
  readonly transaction?: boolean;
}

/** Statuses after which the client may send the request again with the same key, and it runs. */
const undone = new Set([400, 401, 403, 404, 405, 408, 409, 413, 415, 422, 425, 429, 503]);
const safe = new Set(['GET', 'HEAD', 'OPTIONS', 'TRACE']);
/** Seconds after which a key is free again if the process that worked on it was killed. */
const lease = 30;

/** Carries a response out of a transaction and makes it roll back. */
class RolledBack extends Error {
  readonly response: Response;

  constructor(response: Response) {
    super('The response is an error.');
    this.response = response;
  }
}

/** Middleware that answers a repeated request with the first reply. */
export class Idempotency implements Middleware {
  readonly #runtime: CacheRuntime;
  readonly #options: IdempotencyOptions;
  readonly #ttl: number;
  readonly #most: number;

  /** Made by `middleware.idempotency()`. */
  constructor(runtime: CacheRuntime, options: IdempotencyOptions = {}) {
    this.#runtime = runtime;
    this.#options = options;
    this.#ttl = seconds(options.ttl ?? 86_400, 'The ttl of middleware.idempotency()') * 1000;
    this.#most = options.max_body ?? 1024 * 1024;
  }

  signature(): string {
    const { required = false, transaction = false } = this.#options;
    return `idempotency${required ? ':required' : ''}${transaction ? ':transaction' : ''}`;
  }

  describe(route: RouteInfo): MiddlewareDescription | null {
    if (safe.has(route.method)) return null;
    const required = this.#options.required === true;
    const description =
      'Names this operation. A repeated request with the same key gets the first reply, and runs nothing.';
    return {
      requestHeaders: [{ name: 'Idempotency-Key', description, required }],
      responseHeaders: [
        { name: 'Idempotent-Replayed', description: '`true` if this is the reply to an earlier request' },
      ],
      responses: [
        ...(required ? [describeError(errors.E_IDEMPOTENCY_MISSING)] : []),
        describeError(errors.E_IDEMPOTENCY_KEY),
        describeError(errors.E_IDEMPOTENCY_RUNNING, {
          headers: [{ name: 'Retry-After', description: 'Seconds to wait', type: 'integer', required: true }],
        }),
        describeError(errors.E_IDEMPOTENCY_LOST),
        describeError(errors.E_IDEMPOTENCY_REUSED),
      ],
    };
  }

  async handle(ctx: Context, next: Next): Promise<Response> {
    const request = ctx.request();
    if (safe.has(request.method())) return next();
    const key = readKey(request.header('idempotency-key'));
    if (key === null) {
      if (this.#options.required === true) throw errors.E_IDEMPOTENCY_MISSING();
      return next();
    }
    const fingerprint = hash(request.url(), await sentBody(ctx));
    const name = `once:${hash(await this.#sender(ctx), request.method(), request.path(), key)}`;
    const { locks } = this.#runtime;
    const known = await locks.read(name);
    if (known !== null) return this.#repeat(ctx, known, fingerprint);
    const held = await locks.take(name, { lease });
    if (held === null) {
      // The first request may have ended in the meantime.
      const late = await locks.read(name);
      if (late !== null) return this.#repeat(ctx, late, fingerprint);
      throw running();
    }
    try {
      const late = await locks.read(name);
      if (late !== null) return this.#repeat(ctx, late, fingerprint);
      if (this.#options.transaction === true) return await this.#runOnce(held, fingerprint, next);
      const response = await next();
      if (this.#keeps(response)) await this.#keep((text) => held.keep(text, this.#ttl), fingerprint, response);
      return response;
    } finally {
      // The lease ends by itself if the store is away.
      await held.release().catch(() => undefined);
    }
  }

  /** Runs the request and keeps its reply in one transaction. The lease is outside of it: others must see that the request runs. */
  async #runOnce(held: OwnLease, fingerprint: string, next: Next): Promise<Response> {
    try {
      return await held.transaction(async (keep) => {
        const response = await next();
        if (response.error !== undefined || response.status >= 400) throw new RolledBack(response);
        const kept: KeptRequest = { fingerprint, reply: keptReply(response, this.#most) };
        // Without the lease, another process may run the same request.
        if (this.#keeps(response) && !(await keep(JSON.stringify(kept), this.#ttl))) throw running();
        return response;
      });
    } catch (error) {
      if (error instanceof RolledBack) return error.response;
      throw error;
    }
  }

  #keeps(response: Response): boolean {
    return this.#options.keep?.(response) ?? !undone.has(response.status);
  }

  async #keep(keep: (text: string) => Promise<boolean>, fingerprint: string, response: Response): Promise<void> {
    const kept: KeptRequest = { fingerprint, reply: keptReply(response, this.#most) };
    try {
      if (await keep(JSON.stringify(kept))) return;
      this.#runtime.report(errors.E_IDEMPOTENCY_STORE({ reason: 'its lease was lost' }));
    } catch (cause) {
      this.#runtime.report(errors.E_IDEMPOTENCY_STORE({ reason: String(cause) }, { cause }));
    }
  }

  #repeat(ctx: Context, text: string, fingerprint: string): Response {
    const kept = JSON.parse(text) as KeptRequest;
    if (kept.fingerprint !== fingerprint) throw errors.E_IDEMPOTENCY_REUSED();
    if (kept.reply === null) throw errors.E_IDEMPOTENCY_LOST();
    return replay(ctx.response().noContent(), kept.reply).setHeader('Idempotent-Replayed', 'true');
  }

  async #sender(ctx: Context): Promise<string> {
    const { by } = this.#options;
    const user = by === undefined ? await this.#runtime.app.provided('user')?.(ctx) : await by(ctx);
    return user === null || user === undefined ? `header ${ctx.request().header('authorization')}` : `user ${user}`;
  }
}

const running = (): FrameworkError => errors.E_IDEMPOTENCY_RUNNING({ headers: { 'Retry-After': '1' } });

/** The body as it is compared: what was read of it, whatever the order of its members. */
const sentBody = async (ctx: Context): Promise<string> => JSON.stringify(await ctx.request().body(), sorted) ?? '';

const sorted = (_key: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
    : value;

/** The key of the header, which may be in quotation marks; null without one. */
const readKey = (header: string): string | null => {
  if (header === '') return null;
  const key = /^"(.*)"$/.exec(header)?.[1] ?? header;
  if (!/^[\x20-\x7e]{1,255}$/.test(key)) throw errors.E_IDEMPOTENCY_KEY();
  return key;
};

const hash = (...parts: readonly string[]): string => {
  const sum = createHash('sha256');
  for (const part of parts) sum.update(`${part.length}:`).update(part);
  return sum.digest('base64url');
};
