import type { IncomingMessage } from 'node:http';
import { hasCode } from '@taproot/core';
import { assertionFailure } from '../assertions/assertion-failure.ts';
import { readEvents, type TestEvent } from './read-events.ts';
import { receiveReply, type Sent } from './send-request.ts';

/** Sends a request, which aborting the signal breaks off. */
export type OpenStream = (signal: AbortSignal) => Promise<{ readonly sent: Sent; readonly reply: IncomingMessage }>;

/** The events of one reply, as they come. */
export class TestEvents implements AsyncIterableIterator<TestEvent, void>, AsyncDisposable {
  readonly #leaving = new AbortController();
  readonly #events: AsyncGenerator<TestEvent, void>;

  /** For `TestRequest`. */
  constructor(open: OpenStream) {
    this.#events = this.#read(open);
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  /** The next event; done when the application has ended the stream. */
  next(): Promise<IteratorResult<TestEvent, void>> {
    return this.#events.next();
  }

  /** Closes the connection, as a client that leaves does. */
  async return(): Promise<IteratorReturnResult<void>> {
    this.#leaving.abort();
    await this.#events.return();
    return { done: true, value: undefined };
  }

  /** Closes the connection. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.return();
  }

  async *#read(open: OpenStream): AsyncGenerator<TestEvent, void> {
    const { signal } = this.#leaving;
    try {
      const { sent, reply } = await open(signal);
      const type = reply.headers['content-type'] ?? 'none';
      if (reply.statusCode !== 200 || !type.startsWith('text/event-stream')) {
        const response = await receiveReply(sent, Promise.resolve(reply), {});
        throw assertionFailure(
          `It is not an event stream: its content type is ${type}.`,
          response,
          this.next.bind(this),
        );
      }
      yield* readEvents(reply);
    } catch (error) {
      if (!signal.aborted && !hasCode(error, 'ECONNRESET')) throw error;
    }
  }
}
