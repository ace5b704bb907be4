import type { RequestListener, ServerResponse } from 'node:http';
import { timerMilliseconds } from '../server/timer-milliseconds.ts';

/** Seconds for which `close()` waits for unread replies. */
const patience = 0.5;

/** Running requests that did not come through our server. */
export class OpenRequests {
  readonly #open = new Set<ServerResponse>();
  #waiting: (() => void) | null = null;

  begin(response: ServerResponse): void {
    this.#open.add(response);
    response.once('close', () => this.leave(response));
  }

  /** Forgets a request that is not waited for any more. */
  leave(response: ServerResponse): void {
    this.#open.delete(response);
    if (this.#open.size === 0) this.#waiting?.();
  }

  /** Resolves when no request is open. After `seconds` it resolves to the requests that are still open. */
  async end(seconds: number): Promise<ReadonlySet<ServerResponse>> {
    if (this.#open.size === 0) return this.#open;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, timerMilliseconds(seconds));
      this.#waiting = () => {
        clearTimeout(timer);
        resolve();
      };
    });
    return this.#open;
  }
}

const inProcess = new WeakMap<RequestListener, OpenRequests>();
const withoutSocket = new WeakSet<ServerResponse>();

/** Notes a request that was sent to a listener without a server. `fetch()` resolves when the reply begins, and the caller may never read it. */
export const beginInProcess = (listener: RequestListener, response: ServerResponse): void => {
  const requests = inProcess.get(listener) ?? new OpenRequests();
  inProcess.set(listener, requests);
  withoutSocket.add(response);
  requests.begin(response);
};

export const isInProcess = (response: ServerResponse): boolean => withoutSocket.has(response);

/** Waits until observers of such requests, for example a log, have seen their end; at most half a second. */
export const endInProcess = async (listener: RequestListener): Promise<void> =>
  void (await inProcess.get(listener)?.end(patience));
