import type { ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';
import { errors } from '../errors.ts';

/** The reason of a request's `signal()` when the application closes. */
const reason = (): Error => errors.E_SERVER_CLOSING({ headers: { 'Retry-After': '1', Connection: 'close' } });

/** Whether a content type means an event stream. */
export const isEvents = (type: number | string | readonly string[] | undefined): boolean =>
  /^text\/event-stream\b/i.test(String(type ?? ''));

/** A response that other code writes: the body of a Web response, or a response of `handOver()`. */
interface Written {
  readonly response: ServerResponse;
  readonly isEvents: () => boolean;
  /** The stream that is piped into the response. */
  source: Readable | null;
}

/**
 * The signals of running requests. When the application closes, event streams end at once, because they would never end by themselves.
 * Other requests get time to finish before their signal aborts.
 */
export class ShutdownSignals {
  readonly #endless = new Set<AbortController>();
  readonly #finite = new Set<AbortController>();
  /** Responses that other code writes, such as the body of a Web response. */
  readonly #written = new Set<Written>();
  #closing = false;
  #timer: NodeJS.Timeout | null = null;

  /** Adds the signal of a request; `forget()` removes it. */
  add(controller: AbortController): void {
    this.#finite.add(controller);
  }

  /** Notes that the response is an event stream, so that its signal aborts as soon as the application closes. */
  addEndless(controller: AbortController): void {
    if (this.#closing) return controller.abort(reason());
    this.#finite.delete(controller);
    this.#endless.add(controller);
  }

  /** Notes a response that other code writes. If `isEvents()` is true, it ends as soon as the application closes. */
  addWritten(response: ServerResponse, isEvents: () => boolean): void {
    const written: Written = { response, isEvents, source: null };
    response.on('pipe', (source: Readable) => (written.source = source));
    this.#written.add(written);
    response.once('close', () => this.#written.delete(written));
    if (this.#closing) endEvents(written);
  }

  /** @throws E_SERVER_CLOSING when the application closes */
  refuseWhenClosing(): void {
    if (this.#closing) throw reason();
  }

  forget(controller: AbortController): void {
    this.#finite.delete(controller);
    this.#endless.delete(controller);
  }

  /** Ends event streams now, and aborts all other requests after `milliseconds`. */
  close(milliseconds: number): void {
    this.#closing = true;
    abort(this.#endless);
    for (const written of this.#written) endEvents(written);
    this.#timer = setTimeout(() => abort(this.#finite), milliseconds);
  }

  /** Called when no request is left. */
  stop(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
  }
}

const ignore = (): void => undefined;

/** Ends a stream of events. Its writer sees a closed response, as it does when a client leaves. */
const endEvents = ({ response, isEvents, source }: Written): void => {
  if (!response.headersSent || !isEvents()) return;
  source?.unpipe(response);
  response.once('close', () => source?.destroy());
  // The writer may still write until it notices the end.
  response.on('error', ignore).end();
};

const abort = (controllers: Set<AbortController>): void => {
  const error = reason();
  for (const controller of controllers) controller.abort(error);
  controllers.clear();
};
