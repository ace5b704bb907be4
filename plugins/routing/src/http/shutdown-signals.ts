import { errors } from '../errors.ts';

/** The reason of a request's `signal()` when the application closes. */
const reason = (): Error => errors.E_SERVER_CLOSING({ headers: { 'Retry-After': '1', Connection: 'close' } });

/**
 * The signals of requests under way. When the application closes, event streams end at once, since they never would by
 * themselves. Other requests are given time to finish before their signal is aborted.
 */
export class ShutdownSignals {
  readonly #endless = new Set<AbortController>();
  readonly #finite = new Set<AbortController>();
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

  forget(controller: AbortController): void {
    this.#finite.delete(controller);
    this.#endless.delete(controller);
  }

  /** Ends event streams now, and all others after `milliseconds`. */
  close(milliseconds: number): void {
    this.#closing = true;
    abort(this.#endless);
    this.#timer = setTimeout(() => abort(this.#finite), milliseconds);
  }

  /** Called when no request is left. */
  stop(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
  }
}

const abort = (controllers: Set<AbortController>): void => {
  const error = reason();
  for (const controller of controllers) controller.abort(error);
  controllers.clear();
};
