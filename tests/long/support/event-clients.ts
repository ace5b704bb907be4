import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** A client of an event stream on a plain socket: many of them cost little. */
export class EventClient {
  readonly #socket: Socket;
  #text = '';
  /** When the first byte of the response came, in milliseconds of `performance.now()`; 0 before. */
  firstByte = 0;
  /** When the connection ended; 0 before. */
  ended = 0;

  private constructor(socket: Socket) {
    this.#socket = socket;
  }

  /** Connects and waits for the headers and the first comment. */
  static async open(port: number, path: string): Promise<EventClient> {
    const socket = connect(port, '127.0.0.1');
    await once(socket, 'connect');
    const client = new EventClient(socket);
    const opened = new Promise<void>((resolve, reject) => {
      socket.setEncoding('utf8').on('data', (text: string) => {
        client.firstByte ||= performance.now();
        client.#text += text;
        if (client.#text.includes('\n:\n')) resolve();
      });
      socket.once('error', reject);
      socket.on('close', () => {
        client.ended = performance.now();
        reject(new Error(`The stream ended: ${client.#text}`));
      });
    });
    socket.write(`GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nAccept: text/event-stream\r\n\r\n`);
    await opened;
    return client;
  }

  /** The ids of the events that came so far, in their order. */
  get ids(): readonly number[] {
    return Array.from(this.#text.matchAll(/^data: \{"id":(\d+),/gm), ([, id]) => Number(id));
  }

  /** Whether the stream said that events were missed. */
  get missed(): boolean {
    return /^event: missed$/m.test(this.#text);
  }

  /** Whether this event came. */
  has(id: number): boolean {
    return this.#text.lastIndexOf(`data: {"id":${id},`) !== -1;
  }

  /** Whether the stream said when to come back, and then ended as HTTP wants it. */
  get endedPolitely(): boolean {
    return /retry: \d+\r?\n/.test(this.#text) && this.#text.endsWith('0\r\n\r\n');
  }

  /** Resolves when the connection has ended. */
  async end(): Promise<void> {
    if (this.ended === 0) await once(this.#socket, 'close');
  }

  leave(): void {
    this.#socket.destroy();
  }
}

/** Opens many streams, a few at a time. */
export const openClients = async (count: number, port: number, path: string): Promise<readonly EventClient[]> => {
  const clients: EventClient[] = [];
  const atOnce = 50;
  while (clients.length < count) {
    const wanted = Math.min(atOnce, count - clients.length);
    clients.push(...(await Promise.all(Array.from({ length: wanted }, () => EventClient.open(port, path)))));
  }
  return clients;
};
