import cluster from 'node:cluster';
import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import type { FrameworkError } from '@taproot/core';
import type { HttpSettings } from '../config.ts';
import { errors } from '../errors.ts';
import { adoptHttp2 } from './adopt-http2.ts';
import { Connections, type OpenResponse } from './connections.ts';
import { createServer } from './create-server.ts';
import { Http2Sessions } from './http2-sessions.ts';
import { http2Stream } from './http2-stream.ts';
import { listen, type ServerAddress } from './listen.ts';
import { timerMilliseconds } from './timer-milliseconds.ts';
import { inTurn } from './turns.ts';
import { upgradeOf } from './upgrade.ts';
import { type UpgradeListener, upgradeListener } from './upgrade-listener.ts';
import { WireFaults } from './wire-faults.ts';

/**
 * Sends `100 Continue` when code first reads the body. A request that is refused by its headers, or whose body no code reads, never gets it
 * (RFC 9110 10.1.1).
 */
const continueOnRead = (req: IncomingMessage, res: ServerResponse): void => {
  const read = req._read.bind(req);
  let invited = false;
  req._read = (size) => {
    if (!invited && !res.headersSent) {
      invited = true;
      res.writeContinue();
    }
    read(size);
  };
};

export type { ServerAddress } from './listen.ts';

/** How long a connection without a complete request may still send one while the server closes. */
const sweepMilliseconds = 500;
/** How long an idle connection stays open while the server closes, unless there is less time. */
const idleMilliseconds = 1000;
/**
 * Milliseconds between two reports. Without free file descriptors, every connection attempt fails in the same way, and one report is
 * enough.
 */
const quietMilliseconds = 10_000;

const ignore = (): void => undefined;

/** The parts of a server. */
export interface HttpServerParts {
  readonly listener: RequestListener;
  readonly config: HttpSettings;
  readonly report: (error: unknown) => void;
  /** Gets Node's server before it listens. */
  readonly announce?: (server: Server) => void;
  /** Called after a response to bytes that are not a request. */
  readonly refused?: (error: FrameworkError, bytes: number) => void;
  /** Whether idle connections stay open for a moment while the server closes, so that no client loses a request on one. Default: false. */
  readonly isPatient?: boolean;
  /** Whether a route declares that it answers this upgrade. Default: none does. */
  readonly declares?: (req: IncomingMessage) => boolean;
  /** Called with a response that is cut off, because its client reads no bytes. */
  readonly stalled?: (response: ServerResponse, seconds: number) => void;
}

/** The server of an application: opens, answers bytes that are not HTTP, and closes without losing a request. */
export class HttpServer {
  readonly #listener: RequestListener;
  readonly #config: HttpSettings;
  readonly #report: (error: unknown) => void;
  readonly #connections: Connections;
  readonly #sessions: Http2Sessions;
  readonly #announce: (server: Server) => void;
  readonly #refused: (error: FrameworkError, bytes: number) => void;
  readonly #stalled: (response: ServerResponse, seconds: number) => void;
  readonly #isPatient: boolean;
  readonly #upgrade: UpgradeListener;
  #server: Server | null = null;
  #opening: Promise<ServerAddress> | null = null;
  #closing: Promise<number> | null = null;
  /** Resolves when Node's server has no connections at all. */
  #ended: Promise<unknown> = Promise.resolve();
  #quietUntil = 0;
  #sending: NodeJS.Timeout | undefined;

  constructor(parts: HttpServerParts) {
    const {
      listener,
      config,
      report,
      announce = ignore,
      refused = ignore,
      stalled = ignore,
      isPatient = false,
      declares = () => false,
    } = parts;
    this.#listener = inTurn(listener);
    this.#isPatient = isPatient;
    this.#stalled = stalled;
    this.#announce = announce;
    this.#refused = refused;
    this.#config = config;
    this.#report = report;
    this.#connections = new Connections(config.keep_alive_timeout > 0);
    this.#sessions = new Http2Sessions(config, stalled);
    this.#upgrade = upgradeListener({
      serve: this.#serveUpgrade,
      declares,
      leave: (_req, socket) => this.#connections.upgraded(socket),
    });
  }

  /**
   * Listens on `http.host` and `http.port`. Rejects with `E_PORT_IN_USE`, `E_PORT_FORBIDDEN`, `E_PORT_INVALID`,
   * `E_HOST_UNKNOWN` or `E_TLS_FILE`, and with `E_SERVER_OPENED` the second time or when it was closed by then.
   */
  async open(): Promise<ServerAddress> {
    if (this.#opening !== null || this.#closing !== null) throw errors.E_SERVER_OPENED();
    this.#opening = this.#open();
    return this.#opening;
  }

  /**
   * Stops accepting, lets open requests end with `Connection: close`, and destroys their connections after `seconds`. Idle connections
   * close a moment later, because their clients may have sent a request already; its response says `Connection: close`, too. Resolves to the number of destroyed connections; a second call resolves to the same. It also waits for a server that is
   * still opening, so that nothing listens afterwards. Upgraded connections stay until `end()`.
   */
  close(seconds: number): Promise<number> {
    this.#closing ??= this.#server === null ? this.#giveUp() : this.#drain(this.#server, seconds);
    return this.#closing;
  }

  /** The responses that are not complete, the oldest first. */
  get openResponses(): readonly OpenResponse[] {
    return this.#connections.open(this.#sessions.responses());
  }

  /** Destroys the upgraded connections that their owners have not closed. */
  async end(): Promise<void> {
    this.#connections.destroyUpgraded();
    await this.#ended;
  }

  async #open(): Promise<ServerAddress> {
    const { server, reload } = await createServer(this.#config);
    this.#attach(server);
    this.#announce(server);
    const address = await listen(server, this.#config);
    if (this.#closing !== null) {
      await new Promise((resolve) => server.close(resolve));
      throw errors.E_SERVER_OPENED();
    }
    server.on('error', this.#reportRarely);
    this.#watchSending();
    this.#reloadOnSignal(server, reload);
    this.#server = server;
    return address;
  }

  async #giveUp(): Promise<number> {
    // The caller that opens the server gets the failure.
    await this.#opening?.catch(() => undefined);
    return 0;
  }

  #attach(server: Server): void {
    const faults = new WireFaults(this.#connections, this.#config, this.#refused);
    this.#connections.watch(server, this.#config.tls.cert === null ? 'connection' : 'secureConnection');
    this.#sessions.watch(server);
    server.on('request', this.#serve);
    server.on('checkContinue', (req, res) => {
      continueOnRead(req, res);
      this.#serve(req, res);
    });
    server.on('clientError', faults.answer);
    server.on('timeout', this.#onQuiet);
    server.on('upgrade', this.#upgrade);
    // There is no listener for CONNECT: Node closes its connections.
  }

  readonly #serveUpgrade = (req: IncomingMessage, res: ServerResponse): void => {
    upgradeOf(req)?.onSwitch(() => this.#connections.upgraded(req.socket));
    this.#serve(req, res);
  };

  readonly #serve = (req: IncomingMessage, res: ServerResponse): void => {
    const stream = http2Stream(req);
    if (stream === null) this.#connections.begin(res);
    else {
      adoptHttp2(req, res, stream);
      this.#sessions.begin(stream.session, res);
    }
    this.#listener(req, res);
  };

  /**
   * Takes renewed files of `http.tls` at SIGHUP. A terminal that closes sends it, too, so the process of a terminal keeps the meaning that
   * Node gives it. Workers are replaced instead.
   */
  #reloadOnSignal(server: Server, reload: (() => Promise<void>) | null): void {
    if (reload === null || cluster.isWorker || process.stdin.isTTY) return;
    const renew = (): void => void reload().catch(this.#report);
    process.on('SIGHUP', renew);
    server.once('close', () => process.off('SIGHUP', renew));
  }

  /** Watches connections whose clients do not read. One timer serves all, because a timer for each request would cost 2 % of its time. */
  #watchSending(): void {
    const seconds = this.#config.send_timeout;
    if (seconds === null) return;
    this.#sending = setInterval(
      () => {
        for (const socket of this.#connections.sending())
          if (!socket.timeout) socket.setTimeout(timerMilliseconds(seconds));
      },
      timerMilliseconds(Math.max(0.05, seconds / 6)),
    ).unref();
  }

  /** Node calls this when no byte has passed for `send_timeout`, or for `keep_alive_timeout` after a reply. */
  readonly #onQuiet = (socket: Socket): void => {
    const response = this.#connections.inFlight(socket);
    if (response !== null && socket.writableLength === 0) return void socket.setTimeout(0);
    const { send_timeout: seconds } = this.#config;
    if (response !== null && seconds !== null) this.#stalled(response, seconds);
    socket.destroy();
  };

  async #drain(server: Server, seconds: number): Promise<number> {
    this.#connections.drain();
    await this.#takeIn();
    this.#sessions.close();
    // Runs after the bytes that have arrived are read, because they may be a request.
    const closeIdle = (): void => void setImmediate(() => this.#connections.closeIdle());
    let sweep = setTimeout(
      () => {
        closeIdle();
        sweep = setInterval(closeIdle, sweepMilliseconds);
      },
      this.#isPatient ? Math.min(idleMilliseconds, (seconds * 1000) / 4) : sweepMilliseconds,
    );
    let destroyed = 0;
    const deadline = setTimeout(() => {
      destroyed = this.#connections.destroy();
    }, timerMilliseconds(seconds));
    // Node would close idle connections at once.
    if (this.#isPatient) server.closeIdleConnections = ignore;
    this.#ended = new Promise((resolve) => server.close(resolve));
    await this.#connections.emptied();
    clearInterval(this.#sending);
    clearTimeout(sweep);
    clearTimeout(deadline);
    return destroyed;
  }

  /** Accepts the connections that wait in the kernel, because their clients already see them as open. */
  async #takeIn(): Promise<void> {
    const end = performance.now() + sweepMilliseconds;
    let before: number;
    do {
      before = this.#connections.total;
      // Node accepts one connection per turn of the event loop. The first of these two waits only ends the current turn.
      await turn();
      await turn();
    } while (this.#connections.total > before && performance.now() < end);
  }

  readonly #reportRarely = (error: unknown): void => {
    const now = performance.now();
    if (now < this.#quietUntil) return;
    this.#quietUntil = now + quietMilliseconds;
    this.#report(error);
  };
}
