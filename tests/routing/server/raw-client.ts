import { connect, type Socket } from 'node:net';

/** A client that says exactly what it is told, byte for byte. */
export class RawClient {
  readonly socket: Socket;
  /** Everything received, once the server has ended its side or cut the connection. */
  readonly closed: Promise<string>;
  received = '';
  /** Whether the server reset the connection. */
  reset = false;

  private constructor(socket: Socket) {
    this.socket = socket;
    socket.setEncoding('latin1');
    socket.on('data', (text: string) => {
      this.received += text;
      socket.emit('received');
    });
    socket.on('error', () => {
      this.reset = true;
    });
    this.closed = new Promise((resolve) => {
      socket.once('close', () => resolve(this.received));
    });
  }

  /** `allowHalfOpen`: the client leaves its own side open when the server has ended. */
  static open(port: number, { allowHalfOpen = false } = {}): Promise<RawClient> {
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen });
    return new Promise((resolve, reject) => {
      socket.once('error', reject);
      socket.once('connect', () => {
        socket.off('error', reject);
        resolve(new RawClient(socket));
      });
    });
  }

  send(text: string): this {
    this.socket.write(text, 'latin1');
    return this;
  }

  /** Sends and resolves once the system has taken it, or the connection is known to be gone. */
  flush(text: string): Promise<void> {
    return new Promise((resolve) => {
      this.socket.write(text, 'latin1', () => resolve());
    });
  }

  /** Resolves once `text` has been received `times` times; rejects when the connection ends before. */
  async until(text: string, times = 1): Promise<string> {
    while (this.received.split(text).length <= times) {
      await new Promise<void>((resolve, reject) => {
        const ended = () => reject(new Error(`Closed before "${text}" came: ${JSON.stringify(this.received)}`));
        if (this.socket.closed) ended();
        this.socket.once('close', ended);
        this.socket.once('received', () => {
          this.socket.off('close', ended);
          resolve();
        });
      });
    }
    return this.received;
  }
}

/** Sends `text` over a connection of its own and resolves to all that comes back until the server closes it. */
export const exchange = async (port: number, text: string): Promise<string> =>
  (await RawClient.open(port)).send(text).closed;

/** A good request; `Connection: close` unless other headers are given. */
export const get = (path: string, ...headers: string[]): string =>
  ['GET ' + path + ' HTTP/1.1', 'Host: a.test', ...(headers.length > 0 ? headers : ['Connection: close']), '', ''].join(
    '\r\n',
  );

/** Status codes of the replies in `text`, in order. */
export const statuses = (text: string): number[] =>
  [...text.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status));

/** Body of the last reply in `text`, as JSON. */
export const jsonOf = (text: string): unknown => JSON.parse(text.slice(text.lastIndexOf('\r\n\r\n') + 4));
