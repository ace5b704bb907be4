import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { program } from '../../support/program.ts';

const fixtures = join(import.meta.dirname, '..', 'fixtures');

/** A server in processes of its own, of as many workers as `FIXTURE_WORKERS` says. */
export class WorkerServer {
  readonly child: ChildProcessByStdio<null, Readable, Readable>;
  output = '';
  errors = '';
  readonly #alone: boolean;
  readonly #watchers = new Set<() => void>();
  readonly #exited: Promise<unknown>;

  constructor(env: Readonly<Record<string, string>> = {}, fixture = 'workers-server.ts') {
    this.#alone = env.FIXTURE_WORKERS === '0';
    this.child = spawn(process.execPath, [program(join(fixtures, fixture))], {
      env: { ...process.env, NODE_OPTIONS: '', APP_ENV: 'production', ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.#exited = once(this.child, 'exit');
    this.child.stdout.setEncoding('utf8').on('data', (text: string) => {
      this.output += text;
      for (const watch of this.#watchers) watch();
    });
    this.child.stderr.setEncoding('utf8').on('data', (text: string) => {
      this.errors += text;
      for (const watch of this.#watchers) watch();
    });
  }

  /** Resolves to the port once all workers serve. */
  async open(): Promise<number> {
    await this.until(() => this.output.includes(this.#alone ? 'listens on' : 'workers serve'));
    return Number(/listens on http:\/\/127\.0\.0\.1:(\d+)/.exec(this.output)?.[1]);
  }

  /** Resolves once `holds` does; it is asked whenever the server said something. */
  until(holds: () => boolean): Promise<void> {
    return new Promise((resolve, reject) => {
      const watch = (): void => {
        if (!holds()) return;
        this.#watchers.delete(watch);
        resolve();
      };
      this.#watchers.add(watch);
      void this.#exited.then(() => reject(new Error(`The server ended.\n${this.output}${this.errors}`)));
      watch();
    });
  }

  /** Replaces all workers, and resolves once they are. */
  async reload(): Promise<void> {
    const count = () => this.output.split(' replaced.').length;
    const before = count();
    this.child.kill('SIGHUP');
    await this.until(() => count() > before);
  }

  /** Ends it; its exit code. */
  async end(signal: NodeJS.Signals = 'SIGTERM'): Promise<number | null> {
    const exited = once(this.child, 'exit');
    this.child.kill(signal);
    return ((await exited) as [number | null])[0];
  }
}
