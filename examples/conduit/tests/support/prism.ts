import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import type { Application } from '@taproot/core';
import { http } from '@taproot/testing';

/** A violation that Prism found: its place and a description. */
interface Violation {
  readonly location: readonly string[];
  readonly message: string;
}

/** A request that goes through Prism. */
interface Sent {
  readonly method: string;
  readonly path: string;
  readonly headers: Headers;
  readonly body: object | undefined;
  /** Address of the client. */
  readonly from: string;
}

const committed = join(import.meta.dirname, '..', '..', 'api', 'openapi.json');
const cli = process.env.CONDUIT_PRISM ?? '';
const peer = 'x-peer';
const hopByHop = new Set([peer, 'host', 'connection', 'content-length', 'transfer-encoding']);

// Prism only knows the schemes Basic, Bearer and Digest, so Conduit's tokens are sent to it as Bearer tokens.
const [own, known] = ['Token ', 'Bearer '];
const forPrism = (text: string): string => text.replace('"scheme": "token"', '"scheme": "bearer"');

/**
 * Prism as a proxy before the application. It checks every request and every response against the committed document.
 * `CONDUIT_PRISM` is the path of its command; without the variable, Prism does not run.
 */
export class Prism {
  readonly #bridge: Server;
  readonly #prism: ChildProcess;
  readonly #origin: string;
  #app: Application | null = null;
  readonly #counts = { requests: 0, refused: 0, 'refused by the document too': 0 };

  private constructor(bridge: Server, prism: ChildProcess, origin: string) {
    this.#bridge = bridge;
    this.#prism = prism;
    this.#origin = origin;
    bridge.on('request', (req, res) => {
      void this.#answer(req).then(({ status, headers, body }) => res.writeHead(status, headers).end(body));
    });
  }

  static async open(): Promise<Prism | null> {
    if (cli === '') return null;
    const bridge = createServer();
    const upstream = await listen(bridge);
    const free = createServer();
    const port = await listen(free);
    free.close();
    const folder = mkdtempSync(join(tmpdir(), 'conduit-prism-'));
    const document = join(folder, 'openapi.json');
    writeFileSync(document, forPrism(readFileSync(committed, 'utf8')));
    const prism = spawn(
      process.execPath,
      [cli, 'proxy', document, `http://127.0.0.1:${upstream}`, '-p', String(port), '-v', 'fatal'],
      { stdio: ['ignore', 'inherit', 'inherit'] },
    );
    while (!(await listens(port))) if (prism.exitCode !== null) throw new Error(`Prism ended: ${prism.exitCode}`);
    rmSync(folder, { recursive: true });
    return new Prism(bridge, prism, `http://127.0.0.1:${port}`);
  }

  /** Sends requests to this application from now on. */
  use(app: Application): void {
    this.#app = app;
  }

  /** The response, and what Prism finds wrong with it or with the request. */
  async send({ method, path, headers, body, from }: Sent) {
    const response = await fetch(this.#origin + path, {
      method,
      headers: {
        ...replaced(headers, own, known),
        [peer]: from,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const found: Violation[] = JSON.parse(response.headers.get('sl-violations') ?? '[]');
    this.#counts.requests++;
    if (response.status >= 400) this.#counts.refused++;
    if (response.status >= 400 && found.some(({ location }) => location[0] === 'request'))
      this.#counts['refused by the document too']++;
    const violations = found
      // If the application refused the request, the document may refuse it, too.
      .filter(({ location }) => location[0] !== 'request' || response.status < 400)
      .map(({ location, message }) => `${location.join('.')}: ${message}`);
    return { status: response.status, headers: response.headers, text: await response.text(), violations };
  }

  async close(): Promise<void> {
    process.stdout.write(`Prism: ${JSON.stringify(this.#counts)}\n`);
    this.#bridge.close();
    this.#bridge.closeAllConnections();
    this.#prism.kill();
    await once(this.#prism, 'exit');
  }

  async #answer(req: IncomingMessage) {
    if (this.#app === null) throw new TypeError('There is no application yet.');
    const headers = Object.entries(req.headers).filter(([name]) => !hopByHop.has(name));
    const body = await buffer(req);
    const client = http(this.#app).from(String(req.headers[peer] ?? '127.0.0.1'));
    const response = await client
      .withHeaders(replaced(Object.fromEntries(headers.map(([name, value]) => [name, String(value)])), known, own))
      .call(req.method ?? '', req.url ?? '', body.length === 0 ? undefined : body);
    return { status: response.status, headers: Object.fromEntries(response.headers), body: response.body };
  }
}

type Headers = Readonly<Record<string, string>>;

const replaced = (headers: Headers, from: string, to: string): Headers => {
  const { authorization, ...others } = headers;
  return authorization === undefined ? headers : { ...others, authorization: authorization.replace(from, to) };
};

const listen = async (server: Server): Promise<number> => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new TypeError('It does not listen on a port.');
  return address.port;
};

/** Prism does not say when it is ready. */
const listens = async (port: number): Promise<boolean> => {
  const socket = connect(port, '127.0.0.1');
  const isOpen = await new Promise<boolean>((resolve) => {
    socket.once('connect', () => resolve(true)).once('error', () => setTimeout(resolve, 50, false));
  });
  socket.destroy();
  return isOpen;
};
