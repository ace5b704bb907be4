import { AssertionError, deepStrictEqual } from 'node:assert';
import type { Incoming, Outgoing, SocketTypes } from '@taproot/client/socket';
import { assertionFailure } from '../assertions/assertion-failure.ts';
import { brief, jsonDifferences } from '../assertions/json-differences.ts';
import type { TestResponse } from '../assertions/test-response.ts';
import { errors } from '../errors.ts';
import type { OpenedSocket } from './open-socket.ts';
import { SocketMessages, type TestClose, type TestMessage } from './socket-messages.ts';

/** Members that data have, or a function that looks at them. */
type Matching<Data> = PartOf<Data> | ((data: Data) => boolean);

type PartOf<Data> = Data extends readonly unknown[]
  ? Data
  : Data extends object
    ? { [Key in keyof Data]?: PartOf<Data[Key]> }
    : Data;

const differences = <Data>(data: Data, matching: Matching<Data>): string | null => {
  if (typeof matching !== 'function') return jsonDifferences(matching, data, 'subset');
  return (matching as (data: Data) => boolean)(data) ? null : `The function did not return true for:\n${brief(data)}`;
};

/** A WebSocket of a test. */
export class TestSocket<Declared extends SocketTypes> implements AsyncDisposable {
  readonly #connect: () => Promise<OpenedSocket>;
  #messages: SocketMessages | null = null;

  /** Only `http(app).socket()` calls it. */
  constructor(connect: () => Promise<OpenedSocket>) {
    this.#connect = connect;
  }

  /** Opens the connection, and resolves when the client is in its room. A refused handshake fails the test. */
  async open(): Promise<this> {
    const opened = await this.#connect();
    if ('refused' in opened) throw assertionFailure('The socket was not opened.', opened.refused, this.open.bind(this));
    this.#messages = new SocketMessages(opened.ws);
    await this.#messages.greet(this.open.bind(this));
    return this;
  }

  /**
   * Sends the handshake, and resolves to the response that refuses it. An open connection fails the test.
   * @example (await http(app).socket('/rooms/7').refused()).assertUnauthorized()
   */
  async refused(): Promise<TestResponse> {
    const opened = await this.#connect();
    if ('refused' in opened) return opened.refused;
    opened.ws.terminate();
    throw new AssertionError({ message: 'The socket was opened.', stackStartFn: this.refused.bind(this) });
  }

  /**
   * Sends a message.
   * @throws E_SOCKET_UNOPENED before `open()`.
   */
  send<Event extends keyof Outgoing<Declared> & string>(event: Event, data: Outgoing<Declared>[Event]): this {
    return this.sendText(JSON.stringify({ event, data }));
  }

  /**
   * Sends any text, to test what is not valid.
   * @throws E_SOCKET_UNOPENED before `open()`.
   */
  sendText(text: string): this {
    this.#opened().ws.send(text);
    return this;
  }

  /**
   * Resolves to the next message; with an event, to the next one of that event. Fails the test when none comes within 2 s.
   * @throws E_SOCKET_UNOPENED before `open()`.
   */
  async next<Event extends keyof Incoming<Declared> & string>(
    event?: Event,
  ): Promise<TestMessage<Event, Incoming<Declared>[Event]>> {
    const message = await this.#opened().take(event ?? null, this.next.bind(this));
    return message as TestMessage<Event, Incoming<Declared>[Event]>;
  }

  /**
   * The next message of this event contains these data, at any depth, or has data for which the function returns true. Objects may have further
   * keys, lists no further elements. Without data, the message may have any. `joined` is the one that `open()` waited for.
   * @throws E_SOCKET_UNOPENED before `open()`.
   * @example await ann.assertNext('said', ({ text }) => text.startsWith('Hello'))
   */
  async assertNext<Event extends keyof Incoming<Declared> & string>(
    event: Event,
    matching: Matching<Incoming<Declared>[Event]> = () => true,
  ): Promise<this> {
    const message = await this.#opened().take(event, this.assertNext.bind(this));
    // A cast: the declaration says which data the event has.
    const problem = differences(message.data as Incoming<Declared>[Event], matching);
    if (problem === null) return this;
    throw new AssertionError({
      message: `The message "${event}" is another one. ${problem}`,
      operator: 'fail',
      stackStartFn: this.assertNext.bind(this),
    });
  }

  /** The server closes the connection with this code. */
  async assertClosed(code: number): Promise<TestClose> {
    const end = await this.#opened().end(this.assertClosed.bind(this));
    deepStrictEqual(end.code, code);
    return end;
  }

  /** Closes the connection, and resolves when it is closed. */
  async close(code = 1000, reason = ''): Promise<void> {
    const messages = this.#opened();
    messages.ws.close(code, reason);
    await messages.end(this.close.bind(this));
  }

  /** Closes the connection. */
  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#messages !== null) await this.close();
  }

  #opened(): SocketMessages {
    if (this.#messages === null) throw errors.E_SOCKET_UNOPENED();
    return this.#messages;
  }
}
