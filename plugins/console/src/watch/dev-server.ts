import { type ChildProcess, spawn } from 'node:child_process';
import { constants } from 'node:os';

/** How a server is started, and what is reported of it. */
export interface DevServerOptions {
  /** Arguments of node: its flags, the program and the program's own. The program calls `awaitTurn()`. */
  readonly args: readonly string[];
  readonly cwd: string;
  /** Milliseconds that open requests get when a new server is ready, before they are cut, and before the process is killed. */
  readonly grace: readonly [cut: number, kill: number];
  /** Called when a server ended unexpectedly, or when its sources did not load while another one serves. */
  readonly report: (message: string) => void;
}

const exitCode = (child: ChildProcess): number =>
  child.exitCode ?? 128 + constants.signals[child.signalCode ?? 'SIGTERM'];

/**
 * One server at a time, each in a process of its own. `restart()` loads the sources in a new process while the old one
 * serves; only when they are loaded does the old one close, and the new one open the port. Sources that do not load
 * leave the old one in place.
 */
export class DevServer {
  /** Resolves after `stop()` to the exit code of the server, 0 where none was left; rejects when no process can be started. */
  readonly ended: Promise<number>;
  readonly #options: DevServerOptions;
  #end: (code: number) => void = () => undefined;
  #fail: (error: Error) => void = () => undefined;
  #loading: ChildProcess | null = null;
  #serving: ChildProcess | null = null;
  #closing: Promise<void> | null = null;
  #stopped = false;

  constructor(options: DevServerOptions) {
    this.#options = options;
    this.ended = new Promise((resolve, reject) => {
      this.#end = resolve;
      this.#fail = reject;
    });
    this.restart();
  }

  restart(): void {
    if (this.#stopped) return;
    // Its modules are out of date, and it does not serve requests yet.
    this.#loading?.kill('SIGKILL');
    const { args, cwd } = this.#options;
    const child = spawn(process.execPath, args, { cwd, stdio: ['inherit', 'inherit', 'inherit', 'ipc'] });
    this.#loading = child;
    child.once('message', () => void this.#replace(child));
    child.on('error', this.#fail);
    child.once('exit', () => this.#exited(child));
  }

  /** Ends what runs. The server is sent the signal; without one it has been sent it by the terminal. */
  stop(signal?: NodeJS.Signals): void {
    this.#stopped = true;
    this.#loading?.kill('SIGKILL');
    if (signal !== undefined) this.#serving?.kill(signal);
    if (this.#serving === null && this.#loading === null) this.#end(0);
  }

  async #replace(child: ChildProcess): Promise<void> {
    if (this.#serving !== null) await (this.#closing ??= this.#close(this.#serving));
    // Another one was started in the meantime.
    if (this.#loading !== child || this.#stopped) return;
    this.#loading = null;
    this.#serving = child;
    // Without a callback, the death of the process at this moment would be an error of its own.
    child.send('go', () => undefined);
  }

  async #close(server: ChildProcess): Promise<void> {
    const ended = new Promise((resolve) => server.once('exit', resolve));
    server.kill('SIGTERM');
    const [cut, kill] = this.#options.grace;
    // A second signal cuts the requests that the first one waits for.
    const timers = [setTimeout(() => server.kill('SIGTERM'), cut), setTimeout(() => server.kill('SIGKILL'), kill)];
    await ended;
    for (const timer of timers) clearTimeout(timer);
  }

  #exited(child: ChildProcess): void {
    const wasLoading = child === this.#loading;
    if (!wasLoading && child !== this.#serving) return;
    const unexpected = !this.#stopped && (wasLoading || this.#closing === null);
    if (wasLoading) this.#loading = null;
    else [this.#serving, this.#closing] = [null, null];
    if (unexpected) this.#options.report(this.#afterFailure(child));
    if (this.#stopped && this.#serving === null && this.#loading === null) this.#end(wasLoading ? 0 : exitCode(child));
  }

  #afterFailure(child: ChildProcess): string {
    if (this.#serving !== null) return 'The server still runs what it loaded before. Waiting for a change.';
    return `The server ended with ${exitCode(child)}. Waiting for a change.`;
  }
}
