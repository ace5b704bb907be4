import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';

/** Stands before a server. It can cut a client off, and hold back what the two say to each other. */
export class CutProxy {
  readonly url: string;
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  #cut = false;
  #frozen = false;

  private constructor(server: Server, port: number, target: number) {
    this.#server = server;
    this.url = `redis://127.0.0.1:${port}`;
    server.on('connection', (near) => {
      if (this.#cut) {
        near.destroy();
        return;
      }
      const far = connect(target, '127.0.0.1');
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
    });
  }

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

  mend(): void {
    this.#cut = false;
  }

  /** Connections stay open, and nothing passes. */
  freeze(): void {
    this.#frozen = true;
    for (const socket of this.#sockets) socket.pause();
  }

  thaw(): void {
    this.#frozen = false;
    for (const socket of this.#sockets) socket.resume();
  }

  close(): void {
    this.#server.close();
    this.cut();
  }
}
