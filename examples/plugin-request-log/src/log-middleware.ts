import type { ServerResponse } from 'node:http';
import type { Context, Middleware, Next, Response } from '@taproot/core';
import type { MiddlewareDescription } from '@taproot/core/plugin';
import type { Logger } from 'pino';
import { requestId } from './request-id.ts';
import type { RequestLog } from './request-log.ts';

type Line = Record<string, unknown>;

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

  describe(): MiddlewareDescription {
    return {
      responseHeaders: [{ name: 'X-Request-Id', description: 'Names the request in the log', required: true }],
    };
  }

  async handle(ctx: Context, next: Next): Promise<Response> {
    const began = performance.now();
    const logger = this.#log.of(ctx);
    const writer = ctx.response().writer();
    let line: Line | null = null;
    // Before the handler runs: it may take longer than the client waits, or the server allows.
    writer.once('close', () => {
      try {
        write(logger, line ?? this.#lineOf(ctx, null), writer, performance.now() - began);
      } catch (error) {
        // Thrown from an event it would end the process.
        this.#log.failed(error);
      }
    });
    const response = await next();
    // After the handler: the reply to an error names the framework's own id.
    response.setHeader('X-Request-Id', requestId(ctx));
    // Now, and not at the end: a context is not to be used after the reply.
    if (!writer.closed) line = this.#lineOf(ctx, response);
    return response;
  }

  #lineOf(ctx: Context, response: Response | null): Line {
    const request = ctx.request();
    // An error of 4xx is the client's: its stack is of no use.
    const failed = response?.error !== undefined && levelOf(response.status) === 'error';
    return {
      method: request.method(),
      route: request.originPath() || null,
      path: request.path(),
      status: null,
      ms: 0,
      bytes: request.method() === 'HEAD' ? 0 : (ctx.response().last()?.size() ?? null),
      headers: this.#log.headersOf(ctx),
      ...(failed ? { err: response.error } : {}),
      ...this.#log.fieldsOf(ctx),
    };
  }
}

const write = (logger: Logger, line: Line, writer: ServerResponse, milliseconds: number): void => {
  const status = writer.headersSent ? writer.statusCode : null;
  const ms = Math.round(milliseconds * 10) / 10;
  const broken = writer.writableFinished ? {} : { aborted: true };
  logger[levelOf(status)]({ ...line, status, ms, ...broken });
};
