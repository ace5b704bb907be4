import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FrameworkError } from '@taproot/core';
import { createEnv } from '@taproot/core/internal';
import type { ReadBody } from '../../../plugins/routing/src/body/body.ts';
import { readBody } from '../../../plugins/routing/src/body/read-body.ts';
import { SpooledFile } from '../../../plugins/routing/src/body/spooled-file.ts';
import { type HttpSettings, httpDefaults } from '../../../plugins/routing/src/config.ts';

/** The defaults of `http`, with some values changed. */
export const httpConfig = (changes: Partial<HttpSettings> = {}): HttpSettings => ({
  ...httpDefaults(createEnv({})),
  ...changes,
});

/** What became of one request's body. */
export interface Outcome {
  body: ReadBody | null;
  error: unknown;
}

export interface Answer {
  status: number;
  /** Everything the server wrote. */
  text: string;
  json: { value?: unknown; files?: Record<string, unknown>[]; code?: string; message?: string };
}

type Handle = (body: ReadBody, req: IncomingMessage) => Promise<unknown>;

// Files are told of on their own, and not where they stand.
const withoutFiles = (_key: string, value: unknown): unknown => (value instanceof SpooledFile ? undefined : value);

const describeFiles: Handle = async ({ value, files }) => ({
  value,
  files: await Promise.all(
    files.map(async (file) => ({
      field: file.field,
      size: file.size,
      name: file.clientName(),
      type: file.clientMimeType(),
      mime: await file.mimeType(),
    })),
  ),
});

/** A server on a free port that reads every body with `readBody()` and tells what it read, as JSON. */
export class BodyServer {
  readonly config: HttpSettings;
  readonly spool: string;
  readonly #handle: Handle;
  readonly #waiting: ((outcome: Outcome) => void)[] = [];
  readonly #expecting: ((request: AbortController) => void)[] = [];
  readonly #server = createServer((req, res) => void this.#answer(req, res));

  private constructor(config: HttpSettings, handle: Handle) {
    this.config = config;
    this.spool = config.upload.directory;
    this.#handle = handle;
    this.#server.on('checkContinue', (req: IncomingMessage, res: ServerResponse) => {
      // Sent late enough for readBody() to refuse first.
      void this.#answer(req, res);
    });
  }

  static async open(changes: Partial<HttpSettings> = {}, handle: Handle = describeFiles): Promise<BodyServer> {
    const base = httpConfig(changes);
    const directory = changes.upload?.directory ?? (await mkdtemp(join(tmpdir(), 'taproot-bodies-')));
    const upload = { ...base.upload, directory };
    const server = new BodyServer({ ...base, upload }, handle);
    await new Promise<void>((resolve) => server.#server.listen(0, '127.0.0.1', resolve));
    return server;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
    await rm(this.spool, { recursive: true, force: true });
  }

  /** What becomes of the next request; asked for before it is sent. */
  outcome(): Promise<Outcome> {
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  /** Resolves when the next request is being read, to what can abort it. */
  begun(): Promise<AbortController> {
    return new Promise((resolve) => this.#expecting.push(resolve));
  }

  spooled(): Promise<string[]> {
    return readdir(this.spool);
  }

  connect(): Socket {
    const { port } = this.#server.address() as AddressInfo;
    const socket = connect(port, '127.0.0.1');
    // The server may close while more is on its way.
    socket.on('error', () => undefined);
    return socket;
  }

  /** Sends bytes as they are on a connection of their own; resolves once the server closed it. */
  async raw(...pieces: (string | Buffer)[]): Promise<Answer> {
    const socket = this.connect();
    for (const piece of pieces) socket.write(piece);
    return answerOn(socket);
  }

  /** Posts a body with its length, and with these headers. */
  post(headers: Record<string, string> | string, body: string | Buffer, method = 'POST'): Promise<Answer> {
    const lines = typeof headers === 'string' ? { 'Content-Type': headers } : headers;
    const head = Object.entries({ 'Content-Length': String(Buffer.byteLength(body)), ...lines });
    return this.raw(
      `${method} / HTTP/1.1\r\nHost: t\r\nConnection: close\r\n${head.map((line) => line.join(': ')).join('\r\n')}\r\n\r\n`,
      body,
    );
  }

  json(body: string): Promise<Answer> {
    return this.post('application/json', body);
  }

  form(body: string): Promise<Answer> {
    return this.post('application/x-www-form-urlencoded', body);
  }

  async #answer(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const controller = new AbortController();
    this.#expecting.shift()?.(controller);
    const outcome: Outcome = { body: null, error: null };
    let reply: unknown;
    try {
      outcome.body = await readBody(req, this.config, controller.signal);
      reply = await this.#handle(outcome.body, req);
    } catch (error) {
      outcome.error = error;
      const known = error instanceof FrameworkError ? error : null;
      res.statusCode = known?.status ?? 500;
      res.setHeader('Connection', 'close');
      reply = { code: known?.code ?? 'UNKNOWN', message: String(error) };
      req.resume();
    }
    await outcome.body?.dispose();
    this.#waiting.shift()?.(outcome);
    res.end(JSON.stringify(reply, withoutFiles));
  }
}

/** Reads until the server closes the connection. */
export const answerOn = async (socket: Socket): Promise<Answer> => {
  const chunks: Buffer[] = [];
  socket.on('data', (chunk) => chunks.push(chunk));
  await new Promise((resolve) => socket.once('close', resolve));
  const text = Buffer.concat(chunks).toString();
  const [, status = '0'] = /^HTTP\/1\.1 (\d+)/.exec(text) ?? [];
  const body = text.slice(text.indexOf('\r\n\r\n') + 4).replace(/^[0-9a-f]+\r\n|\r\n0\r\n\r\n$/g, '');
  return { status: Number(status), text, json: body.startsWith('{') ? (JSON.parse(body) as Answer['json']) : {} };
};

/** A multipart body; parts are header lines and content. */
export const multipart = (
  parts: readonly (readonly [header: string, content: string | Buffer])[],
  boundary = 'B',
): Buffer =>
  Buffer.concat([
    ...parts.flatMap(([header, content]) => [
      Buffer.from(`--${boundary}\r\n${header}\r\n\r\n`),
      Buffer.from(content),
      Buffer.from('\r\n'),
    ]),
    Buffer.from(`--${boundary}--\r\n`),
  ]);

export const text = (name: string, value: string): [string, string] => [
  `Content-Disposition: form-data; name="${name}"`,
  value,
];

export const file = (
  name: string,
  filename: string,
  content: string | Buffer,
  type = 'text/plain',
): [string, string | Buffer] => [
  `Content-Disposition: form-data; name="${name}"; filename="${filename}"\r\nContent-Type: ${type}`,
  content,
];

export const multipartType = 'multipart/form-data; boundary=B';
