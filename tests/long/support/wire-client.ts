import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** A reply as it came over the wire. */
export interface WireReply {
  readonly status: number;
  /** Status line and header fields. */
  readonly head: string;
  /** Bytes as Latin-1, so that comparing texts compares bytes. */
  readonly body: string;
}

/** A request as it goes over the wire. */
export const wireRequest = (
  method: string,
  target: string,
  { headers = {}, body = '' }: { readonly headers?: Readonly<Record<string, string>>; readonly body?: string } = {},
): Buffer => {
  const fields = {
    Host: '127.0.0.1',
    ...headers,
    ...(body === '' ? {} : { 'Content-Length': Buffer.byteLength(body) }),
  };
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.from(`${method} ${target} HTTP/1.1\r\n${lines.join('')}\r\n${body}`);
};

/** Told by a connection that ended before any byte of the reply: a request that may be sent again (RFC 9110 9.2.2). */
export class Unanswered extends Error {}

interface Waiting {
  readonly resolve: (reply: WireReply) => void;
  readonly reject: (error: Error) => void;
}

const emptyStatuses = new Set([204, 304]);

/** The end of a chunked body that begins at `from`, or -1 while it is on its way. */
const chunkedEnd = (text: string, from: number): number => {
  let at = from;
  for (;;) {
    const line = text.indexOf('\r\n', at);
    if (line === -1) return -1;
    const size = Number.parseInt(text.slice(at, line), 16);
    at = line + 2 + size + 2;
    if (at > text.length) return -1;
    if (size === 0) return at;
  }
};

const unchunk = (text: string): string => {
  let body = '';
  for (let at = 0; ; ) {
    const line = text.indexOf('\r\n', at);
    const size = Number.parseInt(text.slice(at, line), 16);
    if (size === 0) return body;
    body += text.slice(line + 2, line + 2 + size);
    at = line + 2 + size + 2;
  }
};

/** One connection that is kept alive, with one request on it at a time; it costs the load less than a client of Node's. */
export class WireClient {
  readonly #port: number;
  #socket: Socket | null = null;
  #received = '';
  #waiting: Waiting | null = null;
  /** Requests the present connection has answered. */
  #answered = 0;

  constructor(port: number) {
    this.#port = port;
  }

  /** Whether the next request goes over a connection that was used before. */
  get reused(): boolean {
    return this.#socket !== null && this.#answered > 0;
  }

  ask(message: Buffer): Promise<WireReply> {
    return new Promise((resolve, reject) => {
      this.#waiting = { resolve, reject };
      this.#received = '';
      (this.#socket ?? this.#open()).write(message);
    });
  }

  /** Sends more of a request that `ask()` began. */
  continue(piece: Buffer | string): void {
    this.#socket?.write(piece);
  }

  /** Opens the connection before it is needed; rejects when it is refused. */
  async connect(): Promise<void> {
    await once(this.#open(), 'connect');
  }

  /** Resolves once the other side has closed it. */
  async closed(): Promise<void> {
    if (this.#socket !== null) await once(this.#socket, 'close');
  }

  close(): void {
    this.#socket?.destroy();
    this.#socket = null;
  }

  #open(): Socket {
    const socket = connect(this.#port, '127.0.0.1');
    this.#socket = socket;
    this.#answered = 0;
    socket.setNoDelay();
    socket.setEncoding('latin1');
    socket.on('data', (text: string) => this.#onData(text));
    socket.on('error', () => undefined);
    socket.on('close', () => {
      if (this.#socket !== socket) return;
      this.#socket = null;
      this.#settle(this.#received === '' ? new Unanswered('closed unanswered') : new Error('closed in mid-reply'));
    });
    return socket;
  }

  #onData(text: string): void {
    this.#received += text;
    const reply = this.#parse();
    if (reply === null) return;
    this.#answered++;
    if (/\r\nconnection: close/i.test(reply.head)) {
      this.#socket?.destroy();
      this.#socket = null;
    }
    this.#settle(reply);
  }

  #parse(): WireReply | null {
    const text = this.#received;
    const end = text.indexOf('\r\n\r\n');
    if (end === -1) return null;
    const head = text.slice(0, end);
    const status = Number(head.slice(9, 12));
    const from = end + 4;
    if (emptyStatuses.has(status)) return { status, head, body: '' };
    if (/\r\ntransfer-encoding: chunked/i.test(head)) {
      return chunkedEnd(text, from) === -1 ? null : { status, head, body: unchunk(text.slice(from)) };
    }
    const length = Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1] ?? 0);
    return text.length < from + length ? null : { status, head, body: text.slice(from, from + length) };
  }

  #settle(outcome: WireReply | Error): void {
    const waiting = this.#waiting;
    this.#waiting = null;
    if (outcome instanceof Error) waiting?.reject(outcome);
    else waiting?.resolve(outcome);
  }
}
