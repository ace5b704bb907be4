import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';

/** The numbers by which PostgreSQL knows a connection, as one piece of a message. */
type Key = Buffer;

const cancelRequest = 80_877_102;
/** Where the key is in a request to cancel, and its length. */
const keyAt = 8;
const keyLength = 8;

/** The place of the key in the messages with which a server answers a login; null until it was sent. */
const placeOfKey = (messages: Buffer): number | null => {
  for (let at = 0; at + 5 <= messages.length; at += 1 + messages.readInt32BE(at + 1))
    if (messages[at] === 'K'.charCodeAt(0)) return at + 5;
  return null;
};

/**
 * Stands before PostgreSQL as PgBouncer does: gives each connection a number of its own, and passes a request to cancel on to the server.
 * Unlike it, it lends no connection to several clients.
 */
export class PoolerProxy {
  readonly port: number;
  readonly #server: Server;
  readonly #sockets: ReadonlySet<Socket>;

  private constructor(server: Server, sockets: ReadonlySet<Socket>, port: number) {
    this.#server = server;
    this.#sockets = sockets;
    this.port = port;
  }

  static async before(target: URL): Promise<PoolerProxy> {
    const sockets = new Set<Socket>();
    const keys = new Map<number, Key>();
    const reach = (): Socket => {
      const far = connect(Number(target.port || 5432), target.hostname);
      sockets.add(far);
      far.on('error', () => undefined);
      return far;
    };
    const cancel = (request: Buffer, near: Socket): void => {
      const key = keys.get(request.readInt32BE(keyAt));
      if (key !== undefined) key.copy(request, keyAt);
      const far = reach();
      // PgBouncer, too, forgets a request whose client does not wait for the answer.
      near.resume().on('end', () => far.destroy());
      far.once('connect', () => far.write(request));
      far.resume().on('close', () => near.destroy());
    };
    const serve = (startup: Buffer, near: Socket): void => {
      const far = reach();
      far.write(startup);
      near.on('data', (chunk) => far.write(chunk));
      let login: Buffer | null = Buffer.alloc(0);
      far.on('data', (chunk) => {
        if (login === null) {
          near.write(chunk);
          return;
        }
        login = Buffer.concat([login, chunk]);
        const at = placeOfKey(login);
        if (at === null) {
          // A password is asked for before.
          near.write(chunk);
          login = Buffer.alloc(0);
          return;
        }
        const number = keys.size + 1;
        keys.set(number, Buffer.from(login.subarray(at, at + keyLength)));
        login.writeInt32BE(number, at);
        near.write(login);
        login = null;
      });
      near.on('close', () => far.destroy());
      far.on('close', () => near.destroy());
    };
    const server = createServer((near) => {
      sockets.add(near);
      near.on('error', () => undefined);
      near.once('data', (first) => (first.readInt32BE(4) === cancelRequest ? cancel(first, near) : serve(first, near)));
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    if (address === null || typeof address === 'string') throw new Error('The proxy did not open.');
    return new PoolerProxy(server, sockets, address.port);
  }

  close(): void {
    this.#server.close();
    for (const socket of this.#sockets) socket.destroy();
  }
}
