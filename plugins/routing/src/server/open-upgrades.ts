import type { Duplex } from 'node:stream';
import { timerMilliseconds } from './timer-milliseconds.ts';

/** Connections that have changed their protocol through a route. */
export class OpenUpgrades {
  /** With each connection, whether its code watches the signal of its request, and so knows that it must end. */
  readonly #open = new Map<Duplex, () => boolean>();
  #ended: (() => void) | null = null;

  /** How many are open. */
  get size(): number {
    return this.#open.size;
  }

  add(socket: Duplex, isWatched: () => boolean): void {
    if (socket.closed) return;
    this.#open.set(socket, isWatched);
    socket.once('close', () => {
      this.#open.delete(socket);
      if (this.#open.size === 0) this.#ended?.();
    });
  }

  /** Waits `seconds` for connections whose code knows that it must end, and cuts all others at once. */
  async end(seconds: number): Promise<void> {
    for (const [socket, isWatched] of this.#open) if (!isWatched()) socket.destroy();
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
