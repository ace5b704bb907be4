import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** The opcodes of RFC 6455. */
export const opcodes = { continuation: 0, text: 1, binary: 2, close: 8, ping: 9, pong: 10 } as const;

/** What a frame has beside its opcode and its payload. */
export interface FrameForm {
  /** The last one of its message; true by default. */
  readonly fin?: boolean;
  /** The three reserved bits as a number; 0 by default. */
  readonly rsv?: number;
  /** The mask; null for none. */
  readonly mask?: readonly number[] | null;
  /** The length that the head names; that of the payload by default. */
  readonly claimed?: bigint;
  /** The least bytes in which the head names the length: 1, 2 or 8. */
  readonly lengthBytes?: 1 | 2 | 8;
}

/** The bytes of a frame, also of one that no client may send. */
export const frame = (opcode: number, payload: string | Buffer = '', form: FrameForm = {}): Buffer => {
  const { fin = true, rsv = 0, mask = [1, 2, 3, 4], lengthBytes = 1 } = form;
  const bytes = Buffer.from(payload);
  const length = form.claimed ?? BigInt(bytes.length);
  const isMasked = mask === null ? 0 : 0x80;
  const head = [(fin ? 0x80 : 0) | (rsv << 4) | opcode];
  const long = Buffer.alloc(8);
  long.writeBigUInt64BE(length);
  if (length > 65_535 || lengthBytes === 8) head.push(isMasked | 127, ...long);
  else if (length > 125 || lengthBytes === 2) head.push(isMasked | 126, ...long.subarray(6));
  else head.push(isMasked | Number(length));
  const masked = mask === null ? bytes : bytes.map((byte, at) => byte ^ (mask[at % 4] ?? 0));
  return Buffer.concat([Buffer.from(head), Buffer.from(mask ?? []), masked]);
};

/** A close frame with its code and reason. */
export const close = (code: number, reason: string | Buffer = ''): Buffer => {
  const head = Buffer.alloc(2);
  head.writeUInt16BE(code);
  return frame(opcodes.close, Buffer.concat([head, Buffer.from(reason)]));
};

/** A message in as many frames as it has parts. */
export const fragments = (opcode: number, parts: readonly (string | Buffer)[]): Buffer[] =>
  parts.map((part, at) => frame(at === 0 ? opcode : opcodes.continuation, part, { fin: at === parts.length - 1 }));

/** Each byte by itself. */
export const bytewise = (bytes: Buffer): Buffer[] => Array.from(bytes, (byte) => Buffer.from([byte]));

/** Parts of this many bytes. */
export const chunked = (bytes: Buffer, size: number): Buffer[] =>
  Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) => bytes.subarray(at * size, (at + 1) * size));

/** The word for an echo; a long one is told by its length. */
export const echo = (text: string): string =>
  `echo ${text.length > 200 ? `${text[0]} ${text.length} times` : JSON.stringify(text)}`;

const described = (opcode: number, payload: Buffer): string => {
  if (opcode === opcodes.pong) return `pong ${payload.toString('latin1')}`.trim();
  if (opcode === opcodes.ping) return 'ping';
  if (opcode === opcodes.close) return `close ${payload.length === 0 ? 'without a code' : payload.readUInt16BE()}`;
  if (opcode !== opcodes.text) return `opcode ${opcode}`;
  const { event, data } = JSON.parse(payload.toString()) as { event: string; data: { text?: string; code?: string } };
  return event === 'echoed' ? echo(data.text ?? '') : event === 'error' ? `error ${data.code}` : event;
};

/** A client that sends any bytes after its handshake, and reads frames. */
export class RawSocket {
  readonly socket: Socket;
  /** What came, a word for each frame: `echo "hello"`, `pong x`, `error E_SOCKET_MESSAGE`, `close 1002`; `cut` for an end without a close frame. */
  readonly heard: string[] = [];
  /** The reply to the handshake. */
  head = '';
  readonly ended: Promise<readonly string[]>;
  #bytes = Buffer.alloc(0);

  private constructor(port: number, path: string, headers: Readonly<Record<string, string>>) {
    this.socket = connect({ port, host: '127.0.0.1', noDelay: true });
    const lines = Object.entries({
      Host: 'localhost',
      Connection: 'Upgrade',
      Upgrade: 'websocket',
      'Sec-WebSocket-Version': '13',
      'Sec-WebSocket-Key': 'dGhlIHNhbXBsZSBub25jZQ==',
      ...headers,
    }).map(([name, value]) => `${name}: ${value}`);
    this.socket.write(`GET ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`);
    this.socket.on('error', () => undefined);
    this.socket.on('data', (bytes: Buffer) => this.#read(bytes));
    this.ended = once(this.socket, 'close').then(() => {
      if (!this.heard.at(-1)?.startsWith('close')) this.heard.push('cut');
      return this.heard;
    });
  }

  /** Resolves when it has joined its room. */
  static async enter(port: number, path: string, headers: Readonly<Record<string, string>> = {}): Promise<RawSocket> {
    const client = new RawSocket(port, path, headers);
    await client.until('joined');
    client.heard.length = 0;
    return client;
  }

  /** The status of a handshake that is refused. */
  static async refused(port: number, path: string, headers: Readonly<Record<string, string>>): Promise<number> {
    const client = new RawSocket(port, path, headers);
    await client.until('joined');
    client.socket.destroy();
    return Number(client.head.split(' ')[1]);
  }

  /** Sends each chunk by itself: the next one when the system took the last one. */
  async send(...chunks: readonly Buffer[]): Promise<void> {
    for (const chunk of chunks) {
      if (!this.socket.writable) return;
      await new Promise((resolve) => this.socket.write(chunk, resolve));
      if (chunks.length > 1) await new Promise((resolve) => setImmediate(resolve));
    }
  }

  /** Resolves when this came, or the connection has ended. */
  async until(word: string): Promise<void> {
    await this.next(word, 0);
  }

  /** Resolves with the next frames, of which one is this. */
  async next(word: string, from = this.heard.length): Promise<void> {
    while (!this.heard.includes(word, from) && !this.socket.closed)
      await Promise.race([once(this.socket, 'frames'), this.ended]);
  }

  #read(bytes: Buffer): void {
    this.#bytes = Buffer.concat([this.#bytes, bytes]);
    if (!this.head.endsWith('\r\n\r\n')) {
      const at = this.#bytes.indexOf('\r\n\r\n');
      if (at === -1) return;
      this.head = this.#bytes.subarray(0, at + 4).toString('latin1');
      this.#bytes = this.#bytes.subarray(at + 4);
    }
    if (this.head.startsWith('HTTP/1.1 101')) while (this.#take());
    this.socket.emit('frames');
  }

  #take(): boolean {
    const [first = 0, second = 0] = this.#bytes;
    const long = second === 126 ? 2 : second === 127 ? 8 : 0;
    if (this.#bytes.length < 2 + long) return false;
    const length = long === 0 ? second : this.#bytes.readUIntBE(long === 8 ? 4 : 2, long === 8 ? 6 : 2);
    const from = 2 + long;
    if (this.#bytes.length < from + length) return false;
    const payload = this.#bytes.subarray(from, from + length);
    // A server has no mask, and sets a reserved bit only for a compressed message.
    if (first === 0xc1) this.heard.push('compressed');
    else this.heard.push((first & 0xf0) === 0x80 && second < 128 ? described(first & 15, payload) : `head ${first}`);
    this.#bytes = this.#bytes.subarray(from + length);
    return true;
  }
}
