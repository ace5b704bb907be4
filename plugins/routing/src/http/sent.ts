import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Context, FrameworkError, RouteInfo } from '@taproot/core';
import type { SyncHook } from 'tapable';
import { failureOf } from './error-response.ts';
import { exchangeOf } from './exchange.ts';

/** How a request ended. */
export interface Sent {
  /** The context of its middleware and handler; null when it came to none. */
  readonly ctx: Context | null;
  /** The route it matched; null when there is none. */
  readonly route: RouteInfo | null;
  /** In upper case; empty when what came was no HTTP. */
  readonly method: string;
  /** The canonical path, without the query; as it was sent where that is refused. Empty when what came was no HTTP. */
  readonly path: string;
  /** The status that was sent; 0 when the client left before any was. */
  readonly status: number;
  /** Bytes of the reply on the connection, headers included. Pipelined replies that go out as one count for the first. */
  readonly bytes: number;
  /** From the end of its headers to the last byte of the reply. */
  readonly seconds: number;
  /** What the reply tells of; undefined when a handler answered. */
  readonly error: unknown;
  /** Whether the connection ended before the reply did. */
  readonly aborted: boolean;
}

/** How many bytes a connection had written when the reply before ended: replies follow one another. */
const written = new WeakMap<Duplex, number>();

const bytesOf = (socket: Duplex): number => Number(Reflect.get(socket, 'bytesWritten') ?? 0);

/** Calls the hook once, when this request has ended in any way. */
export const watchSent = (req: IncomingMessage, res: ServerResponse, hook: SyncHook<[Sent]>): void => {
  const began = performance.now();
  const { socket } = req;
  if (!written.has(socket)) written.set(socket, 0);
  res.once('close', () => {
    const total = bytesOf(socket);
    const bytes = total - (written.get(socket) ?? 0);
    written.set(socket, total);
    const exchange = exchangeOf(req);
    hook.call({
      ctx: exchange?.ctx ?? null,
      route: exchange?.route?.info ?? null,
      method: req.method ?? '',
      path: exchange?.path ?? req.url ?? '',
      status: res.headersSent ? res.statusCode : 0,
      bytes,
      seconds: (performance.now() - began) / 1000,
      error: exchange?.refusal ?? failureOf(res),
      aborted: !res.writableFinished,
    });
  });
};

/** What was answered without a request. */
export const refusedByParser = (error: FrameworkError, bytes: number): Sent => ({
  ctx: null,
  route: null,
  method: '',
  path: '',
  status: error.status,
  bytes,
  seconds: 0,
  error,
  aborted: false,
});
