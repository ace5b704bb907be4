import { jest } from '@jest/globals';
import type { Message } from '@taproot/workers/protocol';
import { Watched } from './watched.ts';

const heard = ['message', 'disconnect', 'SIGTERM'] as const;

type Event = (typeof heard)[number];
type Listener = (argument?: unknown) => void;

const listenersOf = (event: Event): Listener[] => process.listeners(event as 'exit') as Listener[];

/** The channel of this process as a worker; its primary is played by the test. */
export class Channel extends Watched {
  /** What the worker says, by its kind, and its exit, in order. */
  readonly events: string[] = [];
  /** Every message of the worker. */
  readonly messages: Message[] = [];
  connected = true;
  readonly #before = new Set(heard.flatMap(listenersOf));
  readonly #own = (['send', 'connected'] as const).map(
    (name) => [name, Object.getOwnPropertyDescriptor(process, name)] as const,
  );

  constructor() {
    super();
    const send = (message: Message, _handle: undefined, _options: undefined, told: () => void): void => {
      this.messages.push(message);
      this.note(() => this.events.push(message.taproot));
      queueMicrotask(told);
    };
    Object.defineProperty(process, 'send', { configurable: true, value: send });
    Object.defineProperty(process, 'connected', { configurable: true, get: () => this.connected });
    // process.exit() never returns; here it has to.
    jest
      .spyOn(process, 'exit')
      .mockImplementation(
        (code) => this.note(() => this.events.push(`exit ${code ?? process.exitCode ?? 0}`)) as never,
      );
  }

  /** Called as Node would, but only listeners of the worker: the test runner has its own. */
  emit(event: Event, argument?: unknown): void {
    for (const listener of this.#added(event)) listener(argument);
  }

  dispose(): void {
    for (const event of heard) for (const listener of this.#added(event)) process.off(event, listener);
    for (const [name, own] of this.#own)
      if (own === undefined) Reflect.deleteProperty(process, name);
      else Object.defineProperty(process, name, own);
    jest.restoreAllMocks();
  }

  #added(event: Event): Listener[] {
    return listenersOf(event).filter((listener) => !this.#before.has(listener));
  }
}
