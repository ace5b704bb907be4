import { AssertionError } from 'node:assert';
import type { WebSocket } from 'ws';
import type { Caller } from '../assertions/assertion-failure.ts';

/** A message of the server. */
export interface TestMessage<Event extends string = string, Data = unknown> {
  /** Its event. */
  readonly event: Event;
  /** Its data. */
  readonly data: Data;
  /** Its id, if it came by the room. */
  readonly id?: string;
}

/** How a connection ended. */
export interface TestClose {
  /** The code: 1000, 1001, or one of 4000 to 4999. */
  readonly code: number;
  /** The reason that the server gave. */
  readonly reason: string;
}

/** Milliseconds for which a test waits for a message. */
const patience = 2000;

/** The messages of one connection, until each is taken. */
export class SocketMessages {
  readonly #ws: WebSocket;
  readonly #waiting: TestMessage[] = [];
  #wake: (() => void) | null = null;
  #end: TestClose | null = null;
  /** The message `joined` that `open()` waited for, until a test asks for it. */
  #greeting: TestMessage | null = null;

  constructor(ws: WebSocket) {
    this.#ws = ws;
    ws.on('message', (data: Buffer) => {
      this.#waiting.push(JSON.parse(data.toString()) as TestMessage);
      this.#wake?.();
    });
    ws.once('close', (code, reason) => {
      this.#end = { code, reason: reason.toString() };
      this.#wake?.();
    });
    ws.resume();
  }

  /** Resolves when the client is in its room. */
  async greet(caller: Caller): Promise<void> {
    this.#greeting = await this.take('joined', caller);
  }

  /** Takes the next message of this event, and leaves the ones before; null for a message of any event. */
  async take(event: string | null, caller: Caller): Promise<TestMessage> {
    if (event === 'joined' && this.#greeting !== null) {
      const greeting = this.#greeting;
      this.#greeting = null;
      return greeting;
    }
    for (;;) {
      const at = event === null ? 0 : this.#waiting.findIndex((message) => message.event === event);
      const [found] = at === -1 ? [] : this.#waiting.splice(at, 1);
      if (found !== undefined) return found;
      const what = event === null ? 'No message' : `No message "${event}"`;
      if (this.#end !== null)
        throw this.#failure(`${what} came before the connection closed with ${this.#end.code}.`, caller);
      if (!(await this.#change())) throw this.#failure(`${what} came within ${patience / 1000} s.`, caller);
    }
  }

  /** Resolves when the connection has ended. */
  async end(caller: Caller): Promise<TestClose> {
    while (this.#end === null)
      if (!(await this.#change()))
        throw this.#failure(`The connection did not close within ${patience / 1000} s.`, caller);
    return this.#end;
  }

  /** The open connection. */
  get ws(): WebSocket {
    return this.#ws;
  }

  /** Resolves to true when something came, to false when nothing did. */
  #change(): Promise<boolean> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, patience, false);
      this.#wake = () => {
        clearTimeout(timer);
        this.#wake = null;
        resolve(true);
      };
    });
  }

  #failure(problem: string, stackStartFn: Caller): AssertionError {
    const others = this.#waiting.map((message) => JSON.stringify(message));
    const message = others.length === 0 ? problem : `${problem} These came:\n\n${others.join('\n')}\n`;
    return new AssertionError({ message, operator: 'fail', stackStartFn });
  }
}
