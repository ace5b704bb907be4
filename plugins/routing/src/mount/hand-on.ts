import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Application, Context } from '@taproot/core';
import { errors } from '../errors.ts';
import { asHttpError } from '../handler/foreign-error.ts';
import type { HeaderBag } from '../response/header-bag.ts';
import { keepPrefix, mountPrefix } from '../server/mount-prefix.ts';
import { isEvents, type ShutdownSignals } from '../server/shutdown-signals.ts';
import { isDecided } from '../shared/decided-headers.ts';
import { refuseHiddenRoute, splitTarget } from './address.ts';
import { HouseHeaders } from './house-headers.ts';
import type { NodeHandler } from './mounted.ts';

/** The members of a context in an application. A context for tests has none of them. */
interface Served {
  readonly site: { readonly app: Application; readonly signals: ShutdownSignals };
}

const servedBy = (ctx: Context): Partial<Served> => ctx as Partial<Served>;

/** The body is gone if Taproot has parsed it. If a parser in front of us did, the other code finds its result on the request. */
const checkBody = (req: IncomingMessage, call: string): void => {
  if (!req.readableDidRead || Reflect.get(req, 'body') !== undefined) return;
  throw errors.E_MOUNT_BODY({ call });
};

/** Express puts the methods of HTTP/1 on every request and response, which then fail outside of any handler and end the process. */
const checkVersion = (req: IncomingMessage, { call, listener }: HandOn): void => {
  if (req.httpVersionMajor >= 2 && 'request' in listener && 'response' in listener)
    throw errors.E_MOUNT_HTTP2({ call });
};

/** How other code gets a request. */
export interface HandOn {
  /** The called method, for errors: `handOver()`. */
  readonly call: string;
  readonly listener: NodeHandler;
  /** How many segments of the path are cut off; 0 for none. */
  readonly depth: number;
}

/** One request in the hands of other code. */
class HandedOn {
  readonly #ctx: Context;
  readonly #req: IncomingMessage;
  readonly #res: ServerResponse;
  readonly #url: string | undefined;
  readonly #resolve: () => void;
  readonly #reject: (error: unknown) => void;
  readonly #headers: HouseHeaders;
  #isSettled = false;

  constructor(ctx: Context, resolve: () => void, reject: (error: unknown) => void) {
    this.#ctx = ctx;
    this.#req = ctx.request().node();
    this.#res = ctx.response().writer();
    this.#url = this.#req.url;
    this.#resolve = resolve;
    this.#reject = reject;
    // Checks the member and not the class, because the class is loaded only when the application serves.
    const { headers = null } = ctx.response() as Partial<{ readonly headers: HeaderBag }>;
    this.#headers = new HouseHeaders(this.#res, headers, (name) => isDecided(ctx, name));
    servedBy(ctx).site?.signals.addWritten(this.#res, () => isEvents(this.#res.getHeader('content-type')));
  }

  start({ listener, depth }: HandOn): void {
    this.#res.once('close', this.#ended);
    // A server of Koa in front of us has begun with 404.
    this.#res.statusCode = 200;
    if (depth > 0) this.#cut(depth);
    const next = answersAll(listener) ? [] : [this.#next];
    try {
      const outcome: unknown = Reflect.apply(listener, undefined, [this.#req, this.#res, ...next]);
      Promise.resolve(outcome).catch(this.#fail);
    } catch (error) {
      this.#fail(error);
    }
  }

  /** Sets the members that Express sets for a router below a path. */
  #cut(depth: number): void {
    const req = this.#req;
    const outer = mountPrefix(req);
    keepPrefix(req, outer);
    const { base, rest } = splitTarget(this.#url ?? '/', depth);
    const originalUrl: unknown = Reflect.get(req, 'originalUrl') ?? this.#url;
    Object.assign(req, { url: rest, originalUrl, baseUrl: outer + base });
  }

  readonly #ended = (): void => {
    this.#isSettled = true;
    this.#resolve();
  };

  readonly #next = (error?: unknown): void => this.#fail(error ? error : errors.E_ROUTE_NOT_FOUND());

  /** The error becomes the response if there is none yet; later it can only be reported. */
  readonly #fail = (fault: unknown): void => {
    const error = asHttpError(fault);
    if (this.#isSettled) return servedBy(this.#ctx).site?.app.report(error, { where: 'mount' });
    this.#isSettled = true;
    this.#res.off('close', this.#ended);
    this.#req.url = this.#url;
    this.#headers.takeBack();
    this.#reject(error);
  };
}

/**
 * Whether the code answers every request itself: a listener `(req, res)`, or an application of Express or Connect. A router or a middleware
 * passes on what it does not know.
 */
const answersAll = (listener: NodeHandler): boolean =>
  listener.length < 3 || typeof Reflect.get(listener, 'listen') === 'function';

/** Lets other code answer a request with Node's own request and response. Resolves when the response has ended. */
export const handOn = (ctx: Context, how: HandOn): Promise<void> =>
  new Promise((resolve, reject) => {
    refuseHiddenRoute(ctx);
    checkBody(ctx.request().node(), how.call);
    checkVersion(ctx.request().node(), how);
    if (ctx.response().writer().closed) return resolve();
    new HandedOn(ctx, resolve, reject).start(how);
  });
