import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocketServer } from 'ws';
import type { EchoConfig } from './config.ts';

const refuse = (socket: Duplex, status: string): void => {
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
};

/** Sends back what it receives. */
export class EchoServer {
  readonly #config: EchoConfig;
  readonly #sockets: WebSocketServer;
  #closing = false;

  constructor(config: EchoConfig, failed: (error: Error) => void) {
    this.#config = config;
    this.#sockets = new WebSocketServer({ noServer: true, maxPayload: config.max_payload });
    this.#sockets.on('connection', (socket) => {
      socket.on('error', failed);
      socket.on('message', (data, binary) => socket.send(data, { binary }));
    });
  }

  /** Clients that are connected. */
  get size(): number {
    return this.#sockets.clients.size;
  }

  /** Takes the upgrades of a server. */
  attach(server: Server): void {
    server.on('upgrade', (req, socket, head) => this.#upgrade(req, socket, head));
  }

  /** Tells the clients that the server goes away (1001), and waits for them until `signal` aborts. */
  async close(signal: AbortSignal): Promise<void> {
    this.#closing = true;
    const cut = (): void => {
      for (const client of this.#sockets.clients) client.terminate();
    };
    signal.addEventListener('abort', cut, { once: true });
    for (const client of this.#sockets.clients) client.close(1001, 'The server goes away.');
    await new Promise<void>((resolve) => this.#sockets.close(() => resolve()));
    signal.removeEventListener('abort', cut);
  }

  #upgrade(req: IncomingMessage, socket: Duplex, head: Buffer): void {
    const { origin } = req.headers;
    const { path, origins } = this.#config;
    if (this.#closing) refuse(socket, '503 Service Unavailable');
    else if (req.url?.split('?', 1)[0] !== path) refuse(socket, '404 Not Found');
    else if (origin !== undefined && origins.length > 0 && !origins.includes(origin)) refuse(socket, '403 Forbidden');
    else this.#sockets.handleUpgrade(req, socket, head, (client) => this.#sockets.emit('connection', client, req));
  }
}
