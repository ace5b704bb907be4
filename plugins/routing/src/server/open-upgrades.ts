import type { Duplex } from 'node:stream';
import { timerMilliseconds } from './timer-milliseconds.ts';

/** The request of a connection. */
interface Watching {
  /** Whether its code has asked for its signal, and so knows that the connection must end. */
  readonly hasSignal: boolean;
}

/** Connections that have changed their protocol through a route. */
export class OpenUpgrades {
  readonly #open = new Map<Duplex, Watching>();
  readonly #leave: (this: Duplex) => void;
  #ended: (() => void) | null = null;

  constructor() {
    const left = (socket: Duplex): void => {
      this.#open.delete(socket);
      if (this.#open.size === 0) this.#ended?.();
    };
    // One listener for all connections: idle ones should take little memory.
    this.#leave = function () {
      left(this);
    };
  }

  /** How many are open. */
  get size(): number {
    return this.#open.size;
  }

  add(socket: Duplex, request: Watching): void {
    if (socket.closed) return;
    this.#open.set(socket, request);
    socket.on('close', this.#leave);
  }

  /** Waits `seconds` for connections whose code knows that it must end, and cuts all others at once. */
  async end(seconds: number): Promise<void> {
    for (const [socket, { hasSignal }] of this.#open) if (!hasSignal) socket.destroy();
    if (this.#open.size === 0) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, timerMilliseconds(Math.max(0, seconds)));
      this.#ended = () => {
        clearTimeout(timer);
        resolve();
      };
    });
    for (const socket of this.#open.keys()) socket.destroy();
  }
}
