import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { ConnectionConfig } from '@taproot/database';
import { program } from '../../support/program.ts';

const script = program(join(import.meta.dirname, '..', 'fixtures', 'kill-worker.ts'));

/** Starts a worker below a shell, which dies without passing signals on, as `npx` does. Kills that parent during the boot, and
 * resolves when the worker itself has ended. */
export const endOfOrphan = (connection: ConnectionConfig): Promise<unknown> => {
  // The command behind it keeps the shell from becoming the worker.
  const shell = spawn('sh', ['-c', '"$0" "$1" queue:work; true', process.execPath, script], {
    env: {
      ...process.env,
      NODE_OPTIONS: '',
      QUEUE_CONNECTION: JSON.stringify(connection),
      QUEUE_ORPHAN: '1',
      npm_execpath: 'npx',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const { stdout } = shell;
  stdout.once('data', () => shell.kill('SIGKILL'));
  return once(stdout, 'close');
};

const started = new Set<WorkerProcess>();

/** Kills the workers that still run. */
export const endWorkers = async (): Promise<void> => {
  for (const worker of started) await worker.end('SIGKILL');
  started.clear();
};

/** A worker in a process of its own, and the lines it has printed. */
export class WorkerProcess {
  readonly child: ChildProcess;
  readonly lines: string[] = [];
  readonly exited: Promise<readonly [code: number | null, signal: string | null]>;
  readonly #heard = new Set<() => void>();

  constructor(connection: ConnectionConfig, { args = ['queue:work'], command, cwd, env = {} }: WorkerOptions = {}) {
    const [file = process.execPath, ...given] = command ?? [process.execPath, script, ...args];
    // Only npx of a test is the parent of its worker.
    const { npm_execpath: _npm, ...rest } = process.env;
    this.child = spawn(file, given, {
      ...(cwd === undefined ? {} : { cwd }),
      env: { ...rest, NODE_OPTIONS: '', QUEUE_CONNECTION: JSON.stringify(connection), ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    for (const stream of [this.child.stdout, this.child.stderr]) {
      if (stream === null) continue;
      createInterface(stream).on('line', (line) => {
        this.lines.push(line);
        for (const look of this.#heard) look();
      });
    }
    started.add(this);
    this.exited = once(this.child, 'exit') as Promise<[number | null, string | null]>;
  }

  hasSaid(text: string): boolean {
    return this.lines.some((line) => line.includes(text));
  }

  /** Resolves once a line contains this text. */
  async said(text: string): Promise<void> {
    const isSaid = (): boolean => this.hasSaid(text);
    await new Promise<void>((resolve, reject) => {
      const look = (): void => {
        if (!isSaid()) return;
        this.#heard.delete(look);
        resolve();
      };
      this.#heard.add(look);
      look();
      void this.exited.then(() =>
        reject(new Error(`The worker ended before it said "${text}":\n${this.lines.join('\n')}`)),
      );
    });
  }

  /** Sends a signal, and waits for the end of the process. */
  async end(signal: NodeJS.Signals): Promise<readonly [code: number | null, signal: string | null]> {
    this.child.kill(signal);
    return this.exited;
  }
}

interface WorkerOptions {
  readonly args?: readonly string[];
  /** Another program that becomes the worker. */
  readonly command?: readonly string[];
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
}
