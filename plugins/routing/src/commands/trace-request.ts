import { once } from 'node:events';
import { buffer } from 'node:stream/consumers';
import { type Application } from '@taproot/core';
import { httpOf } from '../http/http-runtime.ts';
import { inject, type WireRequest } from '../in-process/inject.ts';
import { watchTaps } from '../shared/watch-taps.ts';
import { type Span, Trace } from './trace.ts';

/** A request, and every step until its response. */
export interface TracedRequest {
  readonly method: string;
  readonly target: string;
  readonly status: number;
  readonly reason: string;
  /** Pattern and name of the route that answered; null when none did. */
  readonly route: { readonly path: string; readonly name: string } | null;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** Length of the response body in bytes. */
  readonly bytes: number;
  /** Milliseconds from the request's arrival until its reply is handed to the socket. */
  readonly duration: number;
  readonly spans: readonly Span[];
}

/**
 * Sends one request through the application, in process. Its effects are real: for example, it writes to the database. Sends `warm` more
 * requests before it, so that its times are those of warm code.
 */
export const traceRequest = async (app: Application, wire: WireRequest, warm = 0): Promise<TracedRequest> => {
  const http = httpOf(app);
  let trace = new Trace();
  let route: TracedRequest['route'] = null;
  const { listener, end } = await http.watched(({ kind, name, ctx }, run) => {
    const info = ctx.request().info();
    if (info !== null) route = { path: info.path, name: info.name };
    return trace.step({ kind, name, plugin: null }, run);
  });
  const unwatch = watchTaps(app.hookTables, (name, plugin, run) => trace.step({ kind: 'hook', name, plugin }, run));
  const send = async (): Promise<TracedRequest> => {
    trace = new Trace();
    let finished: Promise<unknown> = Promise.resolve();
    const reply = await inject((req, res) => {
      const sent = Promise.race([once(res, 'finish'), once(res, 'close')]);
      finished = sent.then(() => trace.elapsed());
      trace.begin(() => listener(req, res));
    }, wire);
    const bytes = (await buffer(reply)).byteLength;
    const duration = Number(await finished);
    const { statusCode: status = 0, statusMessage: reason = '', headers } = reply;
    return {
      method: wire.method,
      target: wire.target,
      status,
      reason,
      route,
      headers,
      bytes,
      duration,
      spans: trace.spans,
    };
  };
  try {
    for (let sent = 0; sent < warm; sent++) await send();
    return await send();
  } finally {
    unwatch();
    await end();
  }
};
