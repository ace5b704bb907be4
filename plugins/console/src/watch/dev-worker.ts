import cluster, { type Worker } from 'node:cluster';
import { constants } from 'node:os';
import { ConnectionGate } from './connection-gate.ts';
import type { BootFault } from './describe-fault.ts';
import type { LoadedFiles } from './warm-up.ts';

/** A message of a process of the application to the one that watches. Others are the words of workers of the core. */
export type Report =
  | { readonly taproot: 'fault'; readonly fault: BootFault }
  /** Files of packages that it has loaded, sooner or later. */
  | { readonly taproot: 'loaded'; readonly files: LoadedFiles }
  | { readonly taproot: 'booted'; readonly host: string; readonly port: number; readonly secure: boolean };

/** How the start of an application ended: `null` once it serves, or why it does not. */
export type Outcome = { readonly fault: BootFault | null };

/** The part that browsers load again after a change that needs no other application. */
export type Refreshed = 'pages' | 'styles';

/** Seconds to drain before the application has said its own: the default of `app.shutdown_timeout`. */
const usual = 10;

const isReport = (message: unknown): message is Report =>
  typeof message === 'object' && message !== null && 'taproot' in message;

const everywhere = new Set(['', '0.0.0.0', '::']);

/**
 * One process of `serve --watch`. It is forked in advance: it loads the TypeScript loader and packages, and waits.
 * `go()` makes it load the application and listen, `takeOver()` gives it the connections. The socket belongs to the
 * cluster's primary, so it can listen together with the process before it.
 */
export class DevWorker {
  /** Resolves once it serves, with `fault` null; or when it ended before, to `null` where `fault` was not said. */
  readonly started: Promise<Outcome | null>;
  /** Resolves to its exit code, 128 and more for a signal. */
  readonly ended: Promise<number>;
  /** When it began to serve, by `performance.now()`; null before. */
  servesSince: number | null = null;
  /** Files of packages that it has loaded; null until it has said so. */
  loaded: LoadedFiles | null = null;
  /** Where it serves; null before, and where it serves no HTTP. */
  url: string | null = null;
  #drainSeconds = usual;
  #waits = false;
  #wanted = false;
  #shown: BootFault | null = null;
  #files: LoadedFiles | null = null;
  readonly #margin: number;
  readonly #worker: Worker;
  readonly #gate: ConnectionGate;

  /** `margin`: seconds beyond those of its draining, for connections on their way. `failed` is called when the system makes no process. */
  constructor(margin: number, failed: (error: Error) => void) {
    this.#margin = margin;
    const worker = cluster.fork();
    this.#worker = worker;
    this.#gate = new ConnectionGate(worker);
    this.ended = new Promise((resolve) => {
      worker.once('exit', (code, signal) =>
        resolve(code ?? 128 + constants.signals[(signal ?? 'SIGTERM') as NodeJS.Signals]),
      );
      worker.on('error', (error) => {
        if (worker.process.pid === undefined) failed(error);
      });
    });
    this.started = new Promise((resolve) => {
      worker.on('message', (message: unknown) => {
        if (isReport(message)) {
          if (message.taproot === 'fault') resolve({ fault: message.fault });
          else if (message.taproot === 'loaded') this.loaded = message.files;
          else this.#onBooted(message);
        }
        if (message === 'taproot:waits') this.#onWaits();
        if (message === 'taproot:leaving') this.#send('taproot:left');
        if (typeof message === 'string' && message.startsWith('taproot:drains '))
          this.#drainSeconds = Number(message.slice('taproot:drains '.length)) || usual;
        if (message !== 'taproot:ready') return;
        this.servesSince = performance.now();
        resolve({ fault: null });
      });
      void this.ended.then(() => resolve(null));
    });
  }

  /** Makes it load these files of packages ahead. */
  warm(files: LoadedFiles): void {
    this.#files = files;
    if (this.#waits) this.#send({ files });
  }

  /** Makes it load the application and serve. */
  go(): void {
    this.#wanted = true;
    if (this.#waits) this.#send('taproot:go');
  }

  /** From now on only this process gets connections. Before, it gets none while another process has its port. */
  takeOver(): void {
    this.#gate.open();
  }

  /** Makes it stand in for an application that does not start. */
  standIn(fault: BootFault): void {
    this.#shown = fault;
    if (this.#waits) this.#send({ fault });
  }

  /** Makes its pages show why a change does not start; null when nothing is wrong. */
  show(fault: BootFault | null): void {
    this.#send({ fault });
  }

  /** Makes its pages load again, or only their style sheets. */
  refresh(what: Refreshed): void {
    this.#send(what === 'pages' ? 'taproot:reload' : 'taproot:restyle');
  }

  /** Drains it; the second time cuts open requests. A process that does not end in time is killed. */
  end(signal: 'SIGINT' | 'SIGTERM'): void {
    // Before it serves it does not listen to words, and just ends by the signal.
    if (this.servesSince === null) this.#worker.process.kill('SIGTERM');
    else this.#send(`taproot:${signal}`);
    const timer = setTimeout(() => this.#worker.process.kill('SIGKILL'), (this.#drainSeconds + this.#margin) * 1000);
    void this.ended.then(() => clearTimeout(timer));
  }

  #onBooted({ host, port, secure }: Extract<Report, { taproot: 'booted' }>): void {
    const shown = everywhere.has(host) ? 'localhost' : host.includes(':') ? `[${host}]` : host;
    // Of several ports it is the configured one; where that is 0, the first.
    this.#worker.on('listening', (address: { readonly port: number }) => {
      if (port === 0 || port === address.port) this.url ??= `${secure ? 'https' : 'http'}://${shown}:${address.port}`;
    });
  }

  // Node drops a word that came before the process listened.
  #onWaits(): void {
    this.#waits = true;
    if (this.#files !== null) this.#send({ files: this.#files });
    if (this.#wanted) this.#send('taproot:go');
    if (this.#shown !== null) this.#send({ fault: this.#shown });
  }

  // Without a callback, the death of the process at this moment would be an error of its own.
  #send(word: string | { readonly files: LoadedFiles } | { readonly fault: BootFault | null }): void {
    if (this.#worker.isConnected()) this.#worker.send(word, () => undefined);
  }
}
