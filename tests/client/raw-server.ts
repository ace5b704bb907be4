import { type AddressInfo, createServer, type Socket } from 'node:net';

/** A request as it came over the wire. */
export interface RawRequest {
  /** `GET /posts` */
  readonly line: string;
  /** By lower-case name. */
  readonly headers: ReadonlyMap<string, string>;
  readonly socket: Socket;
}

/** A server that answers with bytes of its own. */
export interface RawServer extends AsyncDisposable {
  readonly url: string;
  /** The requests so far. */
  readonly requests: RawRequest[];
}

/** Answers each request with what `answer` gives, verbatim; with nothing for null. Bodies of requests are swallowed. */
export const rawServer = async (
  answer: (request: RawRequest, count: number) => string | null,
  host = '127.0.0.1',
): Promise<RawServer> => {
  const requests: RawRequest[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    let head = '';
    let left = 0;
    socket.on('data', (chunk) => {
      if (left > 0) {
        left -= chunk.length;
        return;
      }
      head += chunk.toString('latin1');
      const end = head.indexOf('\r\n\r\n');
      if (end === -1) return;
      const [line = '', ...fields] = head.slice(0, end).split('\r\n');
      const headers = new Map(
        fields.map((field) => [field.split(':')[0]?.toLowerCase() ?? '', field.slice(field.indexOf(':') + 1).trim()]),
      );
      left = Number(headers.get('content-length') ?? 0) - (head.length - end - 4);
      head = '';
      const request = { line: line.replace(' HTTP/1.1', ''), headers, socket };
      requests.push(request);
      const reply = answer(request, requests.length);
      if (reply !== null && !socket.destroyed) socket.write(reply);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://${host}:${port}`,
    requests,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};

/** A whole response; its body is JSON unless the headers say otherwise. */
export const reply = (
  status: number,
  body: string,
  headers: readonly string[] = ['Content-Type: application/json'],
): string =>
  `HTTP/1.1 ${status} X\r\n${headers.map((header) => `${header}\r\n`).join('')}Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
