import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import type { Next, Response } from '@taproot/core';
import { asHttpError, discard, isBodiless } from '@taproot/routing/bridge';
import type Koa from 'koa';
import { errors } from './errors.ts';
import { clearHeaders, giveParsed, type KoaExchange, takeParsed } from './exchange.ts';

/** The message of the package cookies for an application without keys. */
const unsigned = '.keys required for signed cookies';

/** Resolves when status and headers of a response are sent, or when the response ends without them. Node has no event for that. */
const headSent = (res: ServerResponse): Promise<void> =>
  new Promise((resolve) => {
    if (res.headersSent || res.destroyed) return resolve();
    const writeHead = res.writeHead.bind(res);
    Object.assign(res, {
      writeHead(...args: unknown[]): unknown {
        resolve();
        return Reflect.apply(writeHead, res, args);
      },
    });
    res.once('close', resolve);
  });

/** Runs one Koa middleware in one request, around the steps after it. */
export class KoaRun {
  readonly koa: Koa.Context;
  readonly #exchange: KoaExchange;
  readonly #signature: string;
  readonly #target: string | undefined;
  readonly #method: string | undefined;
  readonly #before: OutgoingHttpHeaders;
  #made: Response | null = null;

  constructor(exchange: KoaExchange, signature: string) {
    const { koa } = exchange;
    const { req, res } = koa;
    this.koa = koa;
    this.#exchange = exchange;
    this.#signature = signature;
    this.#target = req.url;
    this.#method = req.method;
    this.#before = { ...res.getHeaders() };
    takeParsed(koa);
  }

  /** The `next` of a Koa middleware. */
  async inside(next: Next): Promise<void> {
    const { res } = this.koa;
    this.#refuseRewrite();
    giveParsed(this.koa);
    // Koa sets the status message together with `ctx.status`. The reply may have another status, so its message is removed.
    res.statusMessage = '';
    const made = await next();
    this.#exchange.adopt(made);
    this.#made = made;
  }

  /** The response with which the request continues. */
  async settle(): Promise<Response> {
    const { koa } = this;
    const { res } = koa;
    if (koa.respond === false) {
      await headSent(res);
      if (this.#made !== null) discard(this.#made.body);
      return this.#exchange.ctx.response().noContent();
    }
    if (res.headersSent) return this.#made ?? this.#exchange.ctx.response().noContent();
    const made = this.#made ?? this.#answered();
    const response = this.#exchange.release(made);
    res.statusMessage = '';
    return response;
  }

  /** Removes what the middleware has set, and returns the error to throw. */
  fail(error: unknown): unknown {
    const { res, body } = this.koa;
    if (body instanceof Readable) discard(body);
    if (!res.headersSent) {
      clearHeaders(res);
      for (const [name, value] of Object.entries(this.#before)) if (value !== undefined) res.setHeader(name, value);
      res.statusMessage = '';
    }
    if (error instanceof Error && error.message === unsigned) return errors.E_KOA_KEY_MISSING({ cause: error });
    return asHttpError(error);
  }

  /** A response for a middleware that has not called `next()`; like Koa, 404 when it has set nothing. */
  #answered(): Response {
    const { koa } = this;
    const { status } = koa;
    if (koa.body === undefined && koa.method !== 'HEAD' && !isBodiless(status)) {
      koa.body = koa.message;
      koa.type = 'text';
      koa.status = status;
    }
    const response = this.#exchange.ctx.response().noContent(status);
    this.#exchange.stage(response);
    return response;
  }

  #refuseRewrite(): void {
    const { req } = this.koa;
    const reason = `"${this.#signature}" changed it before next(), when the route had been found already`;
    if (req.url !== this.#target) throw errors.E_KOA_UNSUPPORTED({ member: 'ctx.url', reason });
    if (req.method !== this.#method) throw errors.E_KOA_UNSUPPORTED({ member: 'ctx.method', reason });
  }
}
