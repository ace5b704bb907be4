import type { RequestListener, ServerResponse } from 'node:http';

/** Milliseconds that `close()` waits for replies nobody may ever read. */
const patience = 500;

/** Requests that a listener answers without a port. Counted and not kept: a reply nobody reads is forgotten as before. */
class InProcess {
  #open = 0;
  #waiting: (() => void) | null = null;

  begin(response: ServerResponse): void {
    this.#open++;
    response.once('close', this.#end);
  }

  async end(): Promise<void> {
    if (this.#open === 0) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, patience);
      this.#waiting = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  readonly #end = (): void => {
    if (--this.#open === 0) this.#waiting?.();
  };
}

const known = new WeakMap<RequestListener, InProcess>();

/** Notes a request sent to a listener without a port. */
export const beginInProcess = (listener: RequestListener, response: ServerResponse): void => {
  const requests = known.get(listener) ?? new InProcess();
  known.set(listener, requests);
  requests.begin(response);
};

/**
 * Resolves once whoever waits for the end of such a request, to write its line into a log for example, has heard of it:
 * `fetch()` resolves when the reply begins. At the latest after half a second.
 */
export const endInProcess = async (listener: RequestListener): Promise<void> => known.get(listener)?.end();
