import cluster, { type Worker } from 'node:cluster';
import { constants } from 'node:os';
import {
  type BootFault,
  type LoadedFiles,
  type Message,
  type PrimaryMessage,
  readMessage,
  tellWorker,
} from '@taproot/workers/protocol';
import { ConnectionGate } from './connection-gate.ts';

/** How the start of an application ended. `fault` is null if it serves, else the reason why it does not. */
export type Outcome = { readonly fault: BootFault | null };

/** The part that browsers load again after a change that needs no restart. */
export type Refreshed = 'pages' | 'styles';

/** Seconds to drain until the process has reported the application's setting: the default of `app.shutdown_timeout`. */
const usual = 10;

/** Options of one process. */
export interface DevWorkerOptions {
  /** Seconds in addition to `app.shutdown_timeout`, for connections on their way. */
  readonly margin: number;
  /** Whether `takeOver()` moves all connections at once. */
  readonly handover: boolean;
  /** Called with the files that commands write while the process serves. */
  readonly keeps: (files: readonly string[]) => void;
  /** Called when the system cannot start a process. */
  readonly failed: (error: Error) => void;
}

const everywhere = new Set(['', '0.0.0.0', '::']);

/**
 * One process of `serve --watch`. It starts in advance, loads the TypeScript loader and packages, and waits. `go()` makes it load the
 * application and listen; `takeOver()` gives it the connections. The socket belongs to the cluster's primary, so the old and the new
 * process can listen together.
 */
export class DevWorker {
  /** Resolves with `fault` null when it serves. If it ends before, resolves with its fault, or to null if it reported none. */
  readonly started: Promise<Outcome | null>;
  /** Resolves to the exit code; 128 or more after a signal. */
  readonly ended: Promise<number>;
  /** When it began to serve, by `performance.now()`; null before. */
  servesSince: number | null = null;
  /** Files of packages that it has loaded; null until it has reported them. */
  loaded: LoadedFiles | null = null;
  /** The address at which it serves; null before, and if it serves no HTTP. */
  url: string | null = null;
  #drainSeconds = usual;
  #waits = false;
  #wanted = false;
  #shown: BootFault | null = null;
  #files: LoadedFiles | null = null;
  readonly #keeps: DevWorkerOptions['keeps'];
  readonly #margin: number;
  readonly #worker: Worker;
  readonly #gate: ConnectionGate | null;

  constructor({ margin, handover, keeps, failed }: DevWorkerOptions) {
    this.#keeps = keeps;
    this.#margin = margin;
    const worker = cluster.fork();
    this.#worker = worker;
    this.#gate = handover ? new ConnectionGate(worker) : null;
    this.ended = new Promise((resolve) => {
      worker.once('exit', (code, signal) =>
        resolve(code ?? 128 + constants.signals[(signal ?? 'SIGTERM') as NodeJS.Signals]),
      );
      worker.on('error', (error) => {
        if (worker.process.pid === undefined) failed(error);
      });
    });
    this.started = new Promise((resolve) => {
      worker.on('message', (received: unknown) => {
        const message = readMessage(received);
        if (message !== null) this.#hear(message, resolve);
      });
      void this.ended.then(() => resolve(null));
    });
  }

  /** Makes it load these files of packages in advance. */
  warm(files: LoadedFiles): void {
    this.#files = files;
    if (this.#waits) this.#send({ taproot: 'warm', files });
  }

  /** Makes it load the application and serve. */
  go(): void {
    this.#wanted = true;
    if (this.#waits) this.#send({ taproot: 'go' });
  }

  /** From now on only this process gets connections. Before this call, it gets none while another process has the same port. */
  takeOver(): void {
    this.#gate?.open();
  }

  /** Makes it show why the application does not start, in place of the application. */
  standIn(fault: BootFault): void {
    this.#shown = fault;
    if (this.#waits) this.#send({ taproot: 'standIn', fault });
  }

  /** Makes its pages show why a change does not start; null when nothing is wrong. */
  show(fault: BootFault | null): void {
    this.#send({ taproot: 'show', fault });
  }

  /** Makes its pages load again, or only their style sheets. */
  refresh(what: Refreshed): void {
    this.#send({ taproot: 'refresh', what });
  }

  /** Drains the process; a second call cuts open requests. Kills a process that does not end in time. */
  end(signal: 'SIGINT' | 'SIGTERM'): void {
    // A process that does not serve yet does not listen to messages, but ends by the signal.
    if (this.servesSince === null) this.#worker.process.kill('SIGTERM');
    else this.#send({ taproot: 'end', signal });
    const timer = setTimeout(() => this.#worker.process.kill('SIGKILL'), (this.#drainSeconds + this.#margin) * 1000);
    void this.ended.then(() => clearTimeout(timer));
  }

  #hear(message: Message, resolve: (outcome: Outcome) => void): void {
    switch (message.taproot) {
      case 'waits':
        return this.#onWaits();
      case 'drains':
        this.#drainSeconds = message.seconds;
        return;
      case 'booted':
        return this.#onBooted(message);
      case 'failed':
        return resolve({ fault: message.fault });
      case 'ready':
        this.servesSince = performance.now();
        return resolve({ fault: null });
      case 'loaded':
        this.loaded = message.files;
        return;
      case 'keeps':
        return this.#keeps(message.files);
      case 'leaving':
        return this.#send({ taproot: 'left' });
      default:
        // These messages (the log's format, the end of a process) need no reaction.
        return undefined;
    }
  }

  #onBooted({ host, port, secure }: Extract<Message, { taproot: 'booted' }>): void {
    const shown = everywhere.has(host) ? 'localhost' : host.includes(':') ? `[${host}]` : host;
    // With several ports, take the configured one; if that is 0, the first.
    this.#worker.on('listening', (address: { readonly port: number }) => {
      if (port === 0 || port === address.port) this.url ??= `${secure ? 'https' : 'http'}://${shown}:${address.port}`;
    });
  }

  // Node drops messages that arrive before the process listens, so the message is sent only now.
  #onWaits(): void {
    this.#waits = true;
    if (this.#files !== null) this.#send({ taproot: 'warm', files: this.#files });
    if (this.#wanted) this.#send({ taproot: 'go' });
    if (this.#shown !== null) this.#send({ taproot: 'standIn', fault: this.#shown });
  }

  #send(message: PrimaryMessage): void {
    tellWorker(this.#worker, message);
  }
}
