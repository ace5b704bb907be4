import { connect } from 'node:net';

/** A reply as it came over the wire, its chunks joined. */
export interface RawReply {
  readonly status: number;
  readonly headers: readonly string[];
  readonly body: string;
}

/** Sends bytes (Latin-1) over a connection of their own, and resolves to what comes back until it is closed. */
export const sendRaw = (port: number, request: string): Promise<RawReply> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    let received = '';
    socket.setEncoding('latin1');
    socket.on('data', (chunk: string) => (received += chunk));
    // A refused body may be cut off while it is sent; what had come until then counts.
    socket.on('error', () => undefined);
    socket.on('close', () => resolve(parse(received)));
    socket.write(request, 'latin1');
  });

const parse = (text: string): RawReply => {
  const received = text.replace(/^HTTP\/1\.1 100 .*\r\n\r\n/, '');
  const end = received.indexOf('\r\n\r\n');
  const [start = '', ...headers] = received.slice(0, end).split('\r\n');
  const body = received.slice(end + 4);
  const chunked = headers.some((header) => /^transfer-encoding: chunked$/i.test(header));
  return { status: Number(start.split(' ')[1]), headers, body: chunked ? joinChunks(body) : body };
};

const joinChunks = (text: string): string => {
  let [joined, rest] = ['', text];
  for (;;) {
    const size = Number.parseInt(rest, 16);
    const start = rest.indexOf('\r\n') + 2;
    if (Number.isNaN(size) || start === 1) return `${joined}(cut off)`;
    if (size === 0) return joined;
    joined += rest.slice(start, start + size);
    rest = rest.slice(start + size + 2);
  }
};
