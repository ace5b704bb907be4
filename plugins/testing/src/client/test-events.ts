import type { IncomingMessage } from 'node:http';
import { hasCode } from '@taproot/core';
import { assertionFailure } from '../assertions/assertion-failure.ts';
import { readEvents, type TestEvent } from './read-events.ts';
import { receiveReply, type Sent } from './send-request.ts';

/** Sends a request. The signal breaks it off. */
export type OpenStream = (signal: AbortSignal) => Promise<{ readonly sent: Sent; readonly reply: IncomingMessage }>;

/** The events of one reply, as they arrive. */
export class TestEvents implements AsyncIterableIterator<TestEvent, void>, AsyncDisposable {
  readonly #leaving = new AbortController();
  readonly #events: AsyncGenerator<TestEvent, void>;
  readonly #open: OpenStream;
  #opened: Promise<IncomingMessage> | null = null;

  /** Only `TestRequest` calls it. */
  constructor(open: OpenStream) {
    this.#open = open;
    this.#events = this.#read();
  }

  /**
   * Sends the request, and resolves when the response has begun. You receive all events from then on. Without `open()`, the first `next()`
   * sends the request.
   *
   * @example await using events = await http(app).get('/events').events().open();
   */
  async open(): Promise<this> {
    this.#opened ??= this.#receive();
    await this.#opened;
    return this;
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  /** The next event; done when the application has ended the stream. */
  next(): Promise<IteratorResult<TestEvent, void>> {
    return this.#events.next();
  }

  /** Closes the connection, like a client that leaves. */
  async return(): Promise<IteratorReturnResult<void>> {
    this.#leaving.abort();
    await this.#events.return();
    return { done: true, value: undefined };
  }

  /** Closes the connection. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.return();
  }

  async *#read(): AsyncGenerator<TestEvent, void> {
    try {
      this.#opened ??= this.#receive();
      yield* readEvents(await this.#opened);
    } catch (error) {
      if (!this.#leaving.signal.aborted && !hasCode(error, 'ECONNRESET')) throw error;
    }
  }

  async #receive(): Promise<IncomingMessage> {
    const { sent, reply } = await this.#open(this.#leaving.signal);
    const type = reply.headers['content-type'] ?? 'none';
    if (reply.statusCode === 200 && type.startsWith('text/event-stream')) return reply;
    const response = await receiveReply(sent, Promise.resolve(reply), {});
    throw assertionFailure(`It is not an event stream: its content type is ${type}.`, response, this.next.bind(this));
  }
}
