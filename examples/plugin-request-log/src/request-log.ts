import { type Application, type Context } from '@taproot/core';
import { type SparseReport, sparseReport } from '@taproot/core/plugin';
import type { DestinationStream, Logger } from 'pino';
import { errors } from './errors.ts';
import { type OpenLogger, openLogger } from './open-logger.ts';
import { requestIds } from './request-id.ts';

/** Members for the line of a request, for example the tenant's name. */
export type LogFields = (ctx: Context) => Readonly<Record<string, unknown>>;

/** The log of an application. */
export class RequestLog {
  readonly fields: LogFields[] = [];
  readonly #app: Application;
  readonly #stream: DestinationStream | null;
  readonly #report: SparseReport;
  readonly #loggers = new WeakMap<Context, Logger>();
  #open: OpenLogger | null = null;

  constructor(app: Application, stream: DestinationStream | null) {
    this.#app = app;
    this.#stream = stream;
    // Where one line cannot be written, no other can: it is reported once in ten seconds.
    this.#report = sparseReport((error) => app.report(error, { where: 'request-log' }));
  }

  /** pino itself, for lines that belong to no request. */
  get logger(): Logger {
    if (this.#open === null)
      throw new Error('The log is closed: access.enabled is false, or the application has not booted.');
    return this.#open.logger;
  }

  async open(): Promise<void> {
    this.#open = await openLogger(this.#app.config.access, this.#stream, this.failed);
  }

  async close(): Promise<void> {
    await this.#open?.close();
  }

  /** Tells that a line could not be written. */
  readonly failed = (cause: unknown): void => {
    this.#report(errors.E_LOG_WRITE({ reason: String(cause) }, { cause }));
  };

  /** The logger of one request: each of its lines bears the request's id. */
  of(ctx: Context): Logger {
    const known = this.#loggers.get(ctx);
    if (known !== undefined) return known;
    const made = this.logger.child(requestIds(ctx));
    this.#loggers.set(ctx, made);
    return made;
  }

  /** Those of the request's headers that the configuration names. */
  headersOf(ctx: Context): Record<string, unknown> {
    const sent = ctx.request().headers();
    const { headers } = this.#app.config.access;
    return Object.fromEntries(headers.flatMap((name) => (name in sent ? [[name, sent[name]]] : [])));
  }

  /** What the author adds to the line of a request. A function that throws adds nothing, and is reported. */
  fieldsOf(ctx: Context): Record<string, unknown> {
    const all = {};
    for (const fields of this.fields) {
      try {
        Object.assign(all, fields(ctx));
      } catch (error) {
        const request = ctx.request();
        const asked = { requestId: request.id(), method: request.method(), path: request.path() };
        this.#app.report(error, { where: 'request-log', ...asked });
      }
    }
    return all;
  }
}
