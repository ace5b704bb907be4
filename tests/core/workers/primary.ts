import cluster, { type Worker } from 'node:cluster';
import { join } from 'node:path';
import { jest } from '@jest/globals';
import { run } from '@taproot/core';
import { readMessage } from '@taproot/workers/protocol';
import { program } from '../../support/program.ts';
import { Watched } from './watched.ts';

const fixture = program(join(import.meta.dirname, '..', 'fixtures', 'worker.ts'));
const signals = ['SIGTERM', 'SIGINT', 'SIGHUP', 'SIGUSR2'] as const;

type Signal = (typeof signals)[number];
type RunOptions = NonNullable<Parameters<typeof run>[1]>;

/** What a worker suffers; see the fixture. In a `lost folder` no process can be made. */
type Fault =
  | 'broken'
  | 'logs JSON'
  | 'waits to boot'
  | 'waits to close'
  | 'cannot close'
  | 'deaf'
  | 'loops'
  | 'loops at boot'
  | 'never boots'
  | 'tells its number'
  | 'lost folder';

/** Settles what the workers suffer that are made from now on. */
export const workersSuffer = (...faults: readonly Fault[]): void =>
  cluster.setupPrimary({
    exec: fixture,
    args: [...faults],
    execArgv: [],
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    cwd: faults.includes('lost folder') ? join(import.meta.dirname, 'lost') : process.cwd(),
  });

/** The workers that live, the oldest first. */
export const workers = (): Worker[] =>
  Object.values(cluster.workers ?? {}).filter(
    (worker) => worker?.process.pid !== undefined && !worker.isDead(),
  ) as Worker[];

/** This process as the primary of real workers. What it does and suffers is kept here; its exit is only watched. */
export class Primary extends Watched {
  output = '';
  errors = '';
  readonly exits: unknown[] = [];
  /** How many answers of workers listed an open request. */
  answers = 0;
  /** What became of workers, in order: `booting`, `serves`, `closing`, and how they ended. */
  readonly events: string[] = [];
  readonly #before = new Set<Function>(signals.flatMap((signal) => process.listeners(signal)));
  readonly #onFork = (): true => this.note(() => undefined);
  readonly #onMessage = (_worker: Worker, received: unknown): void => {
    const message = readMessage(received);
    // The rest of what it says to the pool is between the two.
    if (message === null) this.note(() => this.events.push(String(received)));
    else if (message.taproot === 'answer' && message.requests.length > 0) this.note(() => this.answers++);
    else if (message.taproot === 'ready') this.note(() => this.events.push('serves'));
  };
  readonly #onEnd = (_worker: Worker, code: number | null, signal: string | null): unknown =>
    this.note(() => this.events.push(signal ?? `code ${code}`));

  constructor() {
    super();
    workersSuffer();
    cluster.on('fork', this.#onFork);
    cluster.on('message', this.#onMessage);
    cluster.on('exit', this.#onEnd);
    jest.spyOn(process.stdout, 'write').mockImplementation((text) => this.note(() => (this.output += String(text))));
    jest.spyOn(process.stderr, 'write').mockImplementation((text) => this.note(() => (this.errors += String(text))));
    // process.exit() never returns; here it has to.
    jest.spyOn(process, 'exit').mockImplementation((code) => this.note(() => this.exits.push(code)) as never);
  }

  /** Has run() start workers; resolves once they serve, or once it has given up. */
  run(options: RunOptions): Promise<void> {
    return run(() => Promise.reject(new Error('A primary creates no application.')), options);
  }

  /** Called as Node would, but only listeners of the pool: the test runner has its own. */
  tell(signal: Signal): void {
    for (const listener of this.#added(signal)) listener(signal);
  }

  /** Resolves once an event has happened so often. */
  seen(event: string, times = 1): Promise<void> {
    return this.until(() => this.events.filter((one) => one === event).length >= times);
  }

  /** Resolves to the code with which it first exits. */
  async exit(): Promise<unknown> {
    await this.until(() => this.exits.length > 0);
    return this.exits[0];
  }

  /** Ends it with all its workers, however they do. */
  async dispose(): Promise<void> {
    this.tell('SIGTERM');
    for (const worker of workers()) worker.process.kill('SIGKILL');
    await this.until(() => workers().length === 0);
    // Its exit comes in the same turn as the end of its last worker.
    await new Promise((resolve) => setImmediate(resolve));
    for (const signal of signals) for (const listener of this.#added(signal)) process.off(signal, listener);
    cluster.off('fork', this.#onFork);
    cluster.off('message', this.#onMessage);
    cluster.off('exit', this.#onEnd);
    jest.restoreAllMocks();
  }

  #added(signal: Signal): NodeJS.SignalsListener[] {
    return process.listeners(signal).filter((listener) => !this.#before.has(listener));
  }
}
