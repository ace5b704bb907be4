import { inspect } from 'node:util';
import { FrameworkError } from '../errors/framework-error.ts';
import type { Application } from './application.ts';
import type { ServingLife } from './process-guard.ts';
import { workerCount } from './worker-count.ts';

const ownLine = /^\s+at (?!.*(?:\bnode:|[\\/]node_modules[\\/])).*:\d+:\d+\)?$/m;

// What the system or Node says (ECONNREFUSED, ERR_MODULE_NOT_FOUND) stands in the message; its stack tells more only
// where it leads to a line of the author's.
const saysNoMore = (cause: Error): boolean =>
  'code' in cause && cause.message !== '' && !ownLine.test(cause.stack ?? '');

/** How an error that ends the process is told: the framework's own in two lines without stack, others whole. */
export const explain = (error: unknown): string => {
  if (!(error instanceof FrameworkError)) return typeof error === 'string' ? error : inspect(error);
  const fix = error.fix === undefined ? '' : `\n  fix: ${error.fix}`;
  // Our own errors need no stack; what a plugin or the author's code threw does.
  const foreign = error.cause instanceof Error && !saysNoMore(error.cause) ? `\n\n${explain(error.cause)}` : '';
  return `${error.code}: ${error.message}${fix}${foreign}`;
};

/** How `run()` serves. */
export interface RunOptions {
  /**
   * Processes that share the port: how many, or `auto` for one on each core; 0 serves in this one. `WORKERS` of the
   * process's environment by default, else 0.
   */
  readonly workers?: number | 'auto';
  /** Called once, in the process that starts the workers and before it does: `countForWorkers` of @taproot/throttle. */
  readonly primary?: () => void;
}

const fail = (error: unknown): never => {
  process.stderr.write(`${explain(error)}\n`);
  return process.exit(1);
};

const serve = async (boot: () => Promise<Application>, life?: (app: Application) => ServingLife): Promise<void> => {
  const app = await boot();
  await app.start(life?.(app));
};

/**
 * The whole of a server's `main.ts`: creates the application, starts it, and serves until it is told to stop. With
 * workers this process creates none: it starts them, replaces one that dies, and at SIGHUP all of them, one by one.
 * A failure is explained on standard error and ends the process with 1.
 */
export const run = async (boot: () => Promise<Application>, options: RunOptions = {}): Promise<void> => {
  try {
    const workers = workerCount(options.workers ?? process.env.WORKERS ?? 0);
    if (workers === 0) return await serve(boot);
    const { runWorkers } = await import('./run-workers.ts');
    await runWorkers(workers, { primary: options.primary, work: (life) => serve(boot, life) });
  } catch (error) {
    fail(error);
  }
};
