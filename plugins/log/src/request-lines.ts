import { type Context, FrameworkError } from '@taproot/core';
import type { Sent } from '@taproot/routing';
import type { Logger } from 'pino';
import type { Cleaner } from './clean.ts';
import type { LineLevel } from './log.ts';

type Line = Record<string, unknown>;

// The W3C form: version, trace id, parent id, flags.
const traceparent = /^[\da-f]{2}-([\da-f]{32})-[\da-f]{16}-[\da-f]{2}/;

/** The trace id in a header `traceparent`; undefined if it is not valid. */
export const traceIdIn = (header: string): string | undefined => traceparent.exec(header)?.[1];

/** The trace id that the client sent in `traceparent`; undefined without a valid one. */
export const traceIdOf = (ctx: Context): string | undefined => traceIdIn(ctx.request().header('traceparent'));

/** The id of the user whom @taproot/auth found for this request; undefined for guests, and when no code has asked for the user. */
const userIdOf = (ctx: Context): unknown => {
  const state: unknown = ctx.value('auth');
  const identities: unknown = typeof state === 'object' && state !== null ? Reflect.get(state, 'identities') : null;
  if (!(identities instanceof Map)) return undefined;
  for (const identity of identities.values()) if (identity !== null) return Reflect.get(Object(identity), 'id');
  return undefined;
};

const levelOf = ({ status, aborted }: Sent): LineLevel => {
  if (status >= 500) return 'error';
  return status >= 400 || aborted ? 'warn' : 'info';
};

/** The settings for the lines of requests. */
export interface RequestLinesInit {
  readonly logger: Logger;
  readonly cleaner: Cleaner;
  readonly sample: number;
  readonly headers: readonly string[];
  readonly path: (path: string) => string;
}

/** Writes one line for each request. */
export class RequestLines {
  readonly #init: RequestLinesInit;

  constructor(init: RequestLinesInit) {
    this.#init = init;
  }

  readonly write = (sent: Sent): void => {
    const { logger, sample } = this.#init;
    const level = levelOf(sent);
    if (!logger.isLevelEnabled(level)) return;
    if (level === 'info' && sample < 1 && Math.random() >= sample) return;
    const path = this.#init.path(sent.path);
    const line: Line = {
      method: sent.method,
      route: sent.route?.path,
      path,
      status: sent.status,
      ms: Math.round(sent.seconds * 10_000) / 10,
      bytes: sent.bytes,
    };
    if (sent.ctx !== null) this.#describe(line, sent.ctx);
    if (sent.aborted) line['aborted'] = true;
    if (sent.error instanceof FrameworkError) line['code'] = sent.error.code;
    logger[level](line, sent.method === '' ? 'bytes that are no HTTP' : `${sent.method} ${path} ${sent.status}`);
  };

  #describe(line: Line, ctx: Context): void {
    const { headers, cleaner } = this.#init;
    const request = ctx.request();
    line['client'] = request.ip();
    line['requestId'] = request.id();
    line['traceId'] = traceIdOf(ctx);
    line['userId'] = userIdOf(ctx);
    if (headers.length === 0) return;
    const sent = request.headers();
    line['headers'] = cleaner.fields(
      Object.fromEntries(headers.flatMap((name) => (name in sent ? [[name, sent[name]]] : []))),
    );
  }
}
