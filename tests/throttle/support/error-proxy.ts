import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';

/** Stands before a Redis and, while `reply` is set, answers every command with that error itself. */
export class ErrorProxy {
  /** Such as `LOADING Redis is loading the dataset in memory`; empty passes everything on. */
  reply = '';
  readonly #sockets = new Set<Socket>();
  readonly #server: Server;

  private constructor(target: number) {
    this.#server = createServer((near) => {
      const far = connect(target, '127.0.0.1');
      near.on('data', (chunk) => {
        if (this.reply === '') far.write(chunk);
        else near.write(`-${this.reply}\r\n`.repeat(commandsIn(chunk.toString('latin1'))));
      });
      far.pipe(near);
      for (const [socket, other] of [
        [near, far],
        [far, near],
      ] as const) {
        this.#sockets.add(socket);
        socket.on('error', () => socket.destroy());
        socket.on('close', () => {
          this.#sockets.delete(socket);
          other.destroy();
        });
      }
    });
  }

  static async before(target: number): Promise<ErrorProxy> {
    const proxy = new ErrorProxy(target);
    proxy.#server.listen(0, '127.0.0.1');
    await once(proxy.#server, 'listening');
    return proxy;
  }

  get port(): number {
    const address = this.#server.address();
    return address === null || typeof address === 'string' ? 0 : address.port;
  }

  close(): void {
    this.#server.close();
    for (const socket of this.#sockets) socket.destroy();
  }
}

// A command is a list: `*3`, and its parts behind it.
const commandsIn = (text: string): number => [...text.matchAll(/\*\d+\r\n\$/g)].length;
