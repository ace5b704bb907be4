import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

/** Stands before a server and holds every answer back for so many milliseconds. */
export class SlowProxy {
  delay = 0;
  readonly port: number;
  readonly #server: Server;
  readonly #sockets: Set<Socket>;

  private constructor(server: Server, sockets: Set<Socket>, port: number) {
    this.#server = server;
    this.#sockets = sockets;
    this.port = port;
  }

  static async before(target: number): Promise<SlowProxy> {
    const sockets = new Set<Socket>();
    const made: { proxy: SlowProxy | null } = { proxy: null };
    const server = createServer((near) => {
      const far = connect(target, '127.0.0.1');
      near.pipe(far);
      far.on('data', (chunk) => {
        void wait(made.proxy?.delay ?? 0).then(() => near.destroyed || near.write(chunk));
      });
      for (const [socket, other] of [
        [near, far],
        [far, near],
      ] as const) {
        sockets.add(socket);
        socket.on('error', () => socket.destroy());
        socket.on('close', () => {
          sockets.delete(socket);
          other.destroy();
        });
      }
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    if (address === null || typeof address === 'string') throw new Error('The proxy did not open.');
    made.proxy = new SlowProxy(server, sockets, address.port);
    return made.proxy;
  }

  close(): void {
    this.#server.close();
    for (const socket of this.#sockets) socket.destroy();
  }
}
