import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';

/** A TCP proxy in front of a server on this machine, which can cut its clients off, hold their data back, and lead to another server. */
export class CutProxy {
  /** The port of the proxy. */
  readonly port: number;
  /** The port of the server. New connections use a new value. */
  target: number;
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  #cut = false;
  #frozen = false;

  private constructor(server: Server, port: number, target: number) {
    this.#server = server;
    this.port = port;
    this.target = target;
    server.on('connection', (near) => this.#join(near));
  }

  /** Opens a proxy in front of the server at this port. */
  static async before(target: number): Promise<CutProxy> {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    if (address === null || typeof address === 'string') throw new Error('The proxy did not open.');
    return new CutProxy(server, address.port, target);
  }

  /** Ends every connection and refuses new ones. */
  cut(): void {
    this.#cut = true;
    for (const socket of this.#sockets) socket.destroy();
  }

  /** Accepts connections again. */
  mend(): void {
    this.#cut = false;
  }

  /** Connections stay open, and nothing passes. */
  freeze(): void {
    this.#frozen = true;
    for (const socket of this.#sockets) socket.pause();
  }

  /** Lets everything pass again, also what was held back. */
  thaw(): void {
    this.#frozen = false;
    for (const socket of this.#sockets) socket.resume();
  }

  /** Ends the proxy and its connections. */
  close(): void {
    this.#server.close();
    this.cut();
  }

  #join(near: Socket): void {
    if (this.#cut) {
      near.destroy();
      return;
    }
    const far = connect(this.target, '127.0.0.1');
    near.pipe(far);
    far.pipe(near);
    for (const socket of [near, far]) {
      this.#sockets.add(socket);
      if (this.#frozen) socket.pause();
      socket.on('error', () => socket.destroy());
      socket.on('close', () => {
        this.#sockets.delete(socket);
        (socket === near ? far : near).destroy();
      });
    }
  }
}
