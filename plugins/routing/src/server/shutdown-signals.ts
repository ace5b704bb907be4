import type { ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';
import { errors } from '../errors.ts';

/** The reason of a request's `signal()` when the application closes. */
const reason = (): Error => errors.E_SERVER_CLOSING({ headers: { 'Retry-After': '1', Connection: 'close' } });

/** Whether a content type is that of a stream of events, whose head clients wait for. */
export const isEvents = (type: number | string | readonly string[] | undefined): boolean =>
  /^text\/event-stream\b/i.test(String(type ?? ''));

/** A reply that others write: the body of a Web response, or what was handed over. */
interface Written {
  readonly response: ServerResponse;
  readonly isEvents: () => boolean;
  /** The stream that is piped into it. */
  source: Readable | null;
}

/**
 * The signals of requests under way. When the application closes, event streams end at once, since they never would by
 * themselves. Other requests are given time to finish before their signal is aborted.
 */
export class ShutdownSignals {
  readonly #endless = new Set<AbortController>();
  readonly #finite = new Set<AbortController>();
  /** Replies that others write, such as the body of a Web response. */
  readonly #written = new Set<Written>();
  #closing = false;
  #timer: NodeJS.Timeout | null = null;

  /** Notes the signal of a request; `forget()` takes it out again. */
  add(controller: AbortController): void {
    this.#finite.add(controller);
  }

  /** Notes that the request is answered with events: its signal is aborted as soon as the application closes. */
  addEndless(controller: AbortController): void {
    if (this.#closing) return controller.abort(reason());
    this.#finite.delete(controller);
    this.#endless.add(controller);
  }

  /** Notes a reply that others write. If `isEvents` says so, it is ended as soon as the application closes. */
  addWritten(response: ServerResponse, isEvents: () => boolean): void {
    const written: Written = { response, isEvents, source: null };
    response.on('pipe', (source: Readable) => (written.source = source));
    this.#written.add(written);
    response.once('close', () => this.#written.delete(written));
    if (this.#closing) endEvents(written);
  }

  forget(controller: AbortController): void {
    this.#finite.delete(controller);
    this.#endless.delete(controller);
  }

  /** Ends event streams now, and all others after `milliseconds`. */
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
  // It may write until it notices.
  response.on('error', ignore).end();
};

const abort = (controllers: Set<AbortController>): void => {
  const error = reason();
  for (const controller of controllers) controller.abort(error);
  controllers.clear();
};
