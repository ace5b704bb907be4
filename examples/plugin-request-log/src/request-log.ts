import type { Context } from '@taproot/core';
import type { DestinationStream, Logger } from 'pino';
import type { LogConfig } from './config.ts';
import { type OpenLogger, openLogger } from './open-logger.ts';
import { requestId } from './request-id.ts';

/** Members for the line of a request, for example the tenant's name. */
export type LogFields = (ctx: Context) => Readonly<Record<string, unknown>>;

/** The log of an application. */
export class RequestLog {
  readonly fields: LogFields[] = [];
  readonly #config: LogConfig;
  readonly #stream: DestinationStream | null;
  readonly #loggers = new WeakMap<Context, Logger>();
  #open: OpenLogger | null = null;

  constructor(config: LogConfig, stream: DestinationStream | null) {
    this.#config = config;
    this.#stream = stream;
  }

  /** pino itself, for lines that belong to no request. */
  get logger(): Logger {
    if (this.#open === null)
      throw new Error('The log is closed: log.enabled is false, or the application has not booted.');
    return this.#open.logger;
  }

  async open(): Promise<void> {
    this.#open = await openLogger(this.#config, this.#stream);
  }

  async close(): Promise<void> {
    await this.#open?.close();
  }

  /** The logger of one request: each of its lines bears the request's id. */
  of(ctx: Context): Logger {
    const known = this.#loggers.get(ctx);
    if (known !== undefined) return known;
    const made = this.logger.child({ id: requestId(ctx) });
    this.#loggers.set(ctx, made);
    return made;
  }

  /** Those of the request's headers that the configuration names. */
  headersOf(ctx: Context): Record<string, unknown> {
    const sent = ctx.request().headers();
    return Object.fromEntries(this.#config.headers.flatMap((name) => (name in sent ? [[name, sent[name]]] : [])));
  }
}
