import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Context, FrameworkError } from '@taproot/core';
import type { RouteInfo } from '@taproot/core/plugin';
import { exchangeOf } from '../request/exchange.ts';
import { Note } from '../shared/note.ts';
import { failureOf } from './error-response.ts';

/** How a request ended. */
export interface Sent {
  /** The context of middleware and handler; null when none ran. */
  readonly ctx: Context | null;
  /** The matched route; null when no route matched. */
  readonly route: RouteInfo | null;
  /** In upper case; empty when the bytes were not HTTP. */
  readonly method: string;
  /** The canonical path without query, or the path as it was sent when it was refused. Empty when the bytes were not HTTP. */
  readonly path: string;
  /** The status that was sent; 0 when the client left before. */
  readonly status: number;
  /** Bytes of the response with its headers. */
  readonly bytes: number;
  /** Seconds from the end of the request's headers to the last byte of the response. */
  readonly seconds: number;
  /** The error that the response was made from; undefined when a handler answered. */
  readonly error: unknown;
  /** Whether the connection closed before the response was complete. */
  readonly aborted: boolean;
}

/** Hears how requests ended; the hook `sent` is one. */
export interface SentListener {
  call(sent: Sent): void;
}

/** Bytes that a connection had written when its previous response ended. */
const written = new Note<Duplex, number>('bytes written');

const bytesOf = (socket: Duplex): number => Number(Reflect.get(socket, 'bytesWritten') ?? 0);

/** Calls the hook once, when this request has ended, however it ended. */
export const watchSent = (req: IncomingMessage, res: ServerResponse, hook: SentListener): void => {
  const began = performance.now();
  const { socket } = req;
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
      error: failureOf(res),
      aborted: !res.writableFinished,
    });
  });
};

/** Describes a response to bytes that the parser refused. */
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
