import { connect } from 'node:net';

export interface SendOptions {
  /** How long the connection may stay open with nothing coming over it, in milliseconds; 15,000 by default. */
  readonly patience?: number;
}

/** Sends bytes over a connection of their own; resolves to all that comes back until it is closed. */
export const sendAttack = (port: number, bytes: string, { patience = 15_000 }: SendOptions = {}): Promise<string> =>
  new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1');
    let received = '';
    socket.setEncoding('latin1').setTimeout(patience, () => {
      reject(new Error(`Nothing came for ${patience} ms; before: ${received.slice(0, 200)}`));
      socket.destroy();
    });
    socket.on('data', (chunk: string) => (received += chunk));
    // Who is refused in the middle of a body may be cut off while sending; what came before that counts.
    socket.on('error', () => undefined);
    socket.on('close', () => resolve(received));
    socket.write(bytes, 'latin1');
  });

/** The status of each reply. */
export const statusesOf = (received: string): number[] =>
  [...received.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status)).filter((status) => status !== 100);

const changing: readonly (readonly [RegExp, string])[] = [
  [/^(?:Date|Connection|Keep-Alive|X-Request-Id|Last-Modified|ETag): .*\r\n/gim, ''],
  [/"request_id":"[^"]*"/g, '"request_id":""'],
  [/<code>\w+<\/code>/g, '<code></code>'],
];

/** A reply without what differs from one to the next: times, identities, and what HTTP says of the connection. */
export const comparable = (received: string): string =>
  changing.reduce((text, [pattern, replacement]) => text.replaceAll(pattern, replacement), received);
