import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Context, Next, Response } from '@taproot/core';
import { isPromise } from '@taproot/core/plugin';
import { errors } from '../errors.ts';
import { HttpContext, requirePlainSpelling } from '../exchange/http-context.ts';
import { asHttpError } from '../handler/foreign-error.ts';
import { headBySetHeader } from '../shared/set-head.ts';
import type { ConnectMiddleware } from './connect-middleware.ts';
import { dressRequest } from './express-request.ts';
import { dressResponse } from './express-response.ts';
import { LentHeaders } from './lent-headers.ts';

/** Runs one Connect middleware in one request, around the steps after it. */
class ConnectRun {
  readonly #signature: string;
  readonly #ctx: Context;
  readonly #next: Next;
  readonly #req: IncomingMessage;
  readonly #res: ServerResponse;
  readonly #url: string | undefined;
  readonly #method: string | undefined;
  readonly #headers: LentHeaders;
  /** Whether the middleware has called `next()`. */
  #passed = false;
  #settled = false;
  #resolve: (response: Response) => void = () => undefined;
  #reject: (error: unknown) => void = () => undefined;

  constructor(signature: string, ctx: Context, next: Next) {
    requirePlainSpelling(ctx);
    this.#signature = signature;
    this.#ctx = ctx;
    this.#next = next;
    this.#req = ctx.request().node();
    this.#res = ctx.response().writer();
    this.#url = this.#req.url;
    this.#method = this.#req.method;
    dressRequest(this.#req, ctx);
    dressResponse(this.#res);
    this.#headers = new LentHeaders(ctx, this.#res);
  }

  start(middleware: ConnectMiddleware): Promise<Response> {
    return new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
      // The client has left already, so no `close` event follows.
      if (this.#res.closed) return this.#ended();
      this.#res.once('close', this.#ended);
      try {
        const outcome: unknown = middleware(this.#req, this.#res, this.#done);
        if (typeof outcome === 'function') this.#fail(this.#unmade());
        else if (isPromise(outcome)) outcome.then(undefined, this.#fail);
      } catch (error) {
        this.#fail(error);
      }
    });
  }

  /** The middleware has answered by itself, or the client has left. */
  readonly #ended = (): void => this.#settle(this.#ctx.response().noContent());

  /** The `next` of the middleware. The handler runs within this call, so that an AsyncLocalStorage around it reaches the handler. */
  readonly #done = (error?: unknown): void => {
    if (error) return this.#fail(this.#isSkip(error) ? this.#unskippable(error) : error);
    if (this.#passed) return this.#fail(errors.E_NEXT_TWICE({ signature: this.#signature }));
    this.#passed = true;
    if (this.#settled) return;
    this.#res.off('close', this.#ended);
    const changed = this.#changed();
    if (changed !== null) return this.#fail(changed);
    this.#headers.stage();
    headBySetHeader(this.#res);
    this.#next().then(this.#settle, this.#fail);
  };

  readonly #settle = (response: Response): void => {
    this.#settled = true;
    this.#resolve(response);
  };

  /** The error becomes the response if there is none yet; later it can only be reported. */
  readonly #fail = (fault: unknown): void => {
    const error = asHttpError(fault ?? new Error(`The middleware "${this.#signature}" was rejected without an error.`));
    if (!this.#settled) {
      this.#settled = true;
      this.#res.off('close', this.#ended);
      if (!this.#passed) this.#headers.stageForError();
      this.#reject(error);
    } else if (this.#ctx instanceof HttpContext) this.#ctx.site.app.report(error, { where: 'connect' });
    else throw error;
  };

  #isSkip(error: unknown): boolean {
    return error === 'route' || error === 'router';
  }

  #unskippable(target: unknown): Error {
    return errors.E_CONNECT_UNSUPPORTED({
      signature: this.#signature,
      member: `next('${String(target)}')`,
      reason: 'the route is chosen already, and there is no other to go on with',
      advice: 'Call next() without an argument, or answer in the middleware',
    });
  }

  #changed(): Error | null {
    const member = this.#req.url === this.#url ? (this.#req.method === this.#method ? '' : 'req.method') : 'req.url';
    if (member === '') return null;
    return errors.E_CONNECT_UNSUPPORTED({
      signature: this.#signature,
      member,
      reason: 'it changed it when the route had been found already',
      advice:
        'Run it before the routes: withKoa((koa) => koa.use(connect(middleware))) with the packages @taproot/koa and koa-connect, or @fastify/middie in withFastify()',
    });
  }

  #unmade(): Error {
    return errors.E_CONNECT_MIDDLEWARE({
      signature: this.#signature,
      actual: 'a function that returned another function',
      advice: `Call the function of the package: fromConnect('${this.#signature}', ${this.#signature}())`,
    });
  }
}

/** Runs a middleware of Connect in a request. Rejects with the error that it passed to `next()`, or threw. */
export const runConnect = (
  signature: string,
  middleware: ConnectMiddleware,
  ctx: Context,
  next: Next,
): Promise<Response> => new ConnectRun(signature, ctx, next).start(middleware);
