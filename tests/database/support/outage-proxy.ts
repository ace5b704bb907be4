import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';

type Pairs = Set<readonly [near: Socket, far: Socket]>;

interface State {
  mode: 'open' | 'cut' | 'frozen';
}

/** Stands before a database server and can be cut (connections reset, new ones refused at once) and frozen (silence). */
export class OutageProxy {
  readonly port: number;
  readonly #server: Server;
  readonly #pairs: Pairs;
  readonly #state: State;

  private constructor(server: Server, pairs: Pairs, state: State, port: number) {
    this.#server = server;
    this.#pairs = pairs;
    this.#state = state;
    this.port = port;
  }

  static async before(target: URL): Promise<OutageProxy> {
    const pairs: Pairs = new Set();
    const state: State = { mode: 'open' };
    const server = createServer((near) => {
      if (state.mode === 'cut') {
        near.resetAndDestroy();
        return;
      }
      const far = connect(Number(target.port), target.hostname);
      const pair = [near, far] as const;
      pairs.add(pair);
      for (const [socket, other] of [pair, [far, near] as const]) {
        socket.on('error', () => undefined);
        socket.on('data', (chunk) => other.write(chunk));
        socket.on('close', () => {
          pairs.delete(pair);
          other.destroy();
        });
        if (state.mode === 'frozen') socket.pause();
      }
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    if (address === null || typeof address === 'string') throw new Error('The proxy did not open.');
    return new OutageProxy(server, pairs, state, address.port);
  }

  /** Connections that lead through it now. */
  get connections(): number {
    return this.#pairs.size;
  }

  cut(): void {
    this.#state.mode = 'cut';
    for (const [near] of this.#pairs) near.resetAndDestroy();
  }

  freeze(): void {
    this.#state.mode = 'frozen';
    for (const pair of this.#pairs) for (const socket of pair) socket.pause();
  }

  open(): void {
    this.#state.mode = 'open';
    for (const pair of this.#pairs) for (const socket of pair) socket.resume();
  }

  close(): void {
    this.#server.close();
    for (const pair of this.#pairs) for (const socket of pair) socket.destroy();
  }
}
