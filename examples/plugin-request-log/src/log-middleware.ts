import type { ServerResponse } from 'node:http';
import type { Context, Middleware, Next, Response } from '@taproot/core';
import { requestId } from './request-id.ts';
import type { RequestLog } from './request-log.ts';

const levelOf = (status: number | null): 'info' | 'warn' | 'error' => {
  if (status !== null && status >= 500) return 'error';
  return status === null || status >= 400 ? 'warn' : 'info';
};

/** Writes one line for each request, once its reply is out or its client gone. */
export class LogMiddleware implements Middleware {
  readonly #log: RequestLog;

  constructor(log: RequestLog) {
    this.#log = log;
  }

  signature(): string {
    return 'request-log';
  }

  async handle(ctx: Context, next: Next): Promise<Response> {
    const began = performance.now();
    const writer = ctx.response().header('X-Request-Id', requestId(ctx)).writer();
    let response: Response | null = null;
    // Before the handler runs: it may take longer than the client waits, or the server allows.
    writer.once('close', () => this.#write(ctx, response, writer, performance.now() - began));
    response = await next();
    return response;
  }

  #write(ctx: Context, response: Response | null, writer: ServerResponse, milliseconds: number): void {
    const request = ctx.request();
    const status = writer.headersSent ? writer.statusCode : null;
    const line = {
      method: request.method(),
      route: request.originPath() || null,
      path: request.path(),
      status,
      ms: Math.round(milliseconds * 10) / 10,
      bytes: request.method() === 'HEAD' ? 0 : (ctx.response().origin()?.size() ?? null),
      headers: this.#log.headersOf(ctx),
      ...(writer.writableFinished ? {} : { aborted: true }),
      // An error of 4xx is the client's: its stack is of no use.
      ...(levelOf(status) === 'error' && response?.error !== undefined ? { err: response.error } : {}),
    };
    const own = this.#log.fields.map((fields) => fields(ctx));
    this.#log.of(ctx)[levelOf(status)](Object.assign(line, ...own));
  }
}
