import { availableParallelism } from 'node:os';
import type { Application } from '../application/application.ts';
import { errors } from '../errors/errors.ts';
import type { ServingLife } from '../process/process-guard.ts';
import { type Boot, bootApplication } from './check-boot.ts';
import { explain } from './explain.ts';
import { isHiddenSyntaxError } from './source-error.ts';

const most = 1024;

/**
 * The number of workers from `run()` or `WORKERS`.
 * @throws E_WORKERS_INVALID for an invalid number.
 */
export const workerCount = (asked: number | string): number => {
  if (asked === 'auto') return availableParallelism();
  const count = typeof asked === 'string' && asked.trim() === '' ? Number.NaN : Number(asked);
  if (Number.isInteger(count) && count >= 0 && count <= most) return count;
  throw errors.E_WORKERS_INVALID({ value: JSON.stringify(asked) });
};

/** How `run()` serves. */
export interface RunOptions {
  /**
   * The number of processes that share the port, or `auto` for one on each core; 0 serves in this process. Default: the environment
   * variable `WORKERS`, else 0.
   */
  readonly workers?: number | 'auto';
  /** Called once in the primary process, before it starts the workers: `countForWorkers` of @taproot/throttle. */
  readonly primary?: () => void;
}

const fail = (error: unknown): never => {
  // Only Node knows the place of this error, and shows it only for errors that no code catches.
  if (isHiddenSyntaxError(error)) {
    process.stderr.write('E_SOURCE: A file of the application is not valid JavaScript:\n');
    setImmediate(() => {
      throw error;
    });
    return undefined as never;
  }
  process.stderr.write(`${explain(error)}\n`);
  return process.exit(1);
};

const serve = async (boot: Boot, life?: (app: Application) => ServingLife): Promise<void> => {
  const app = await bootApplication(boot);
  await app.start(life?.(app));
};

/** Does the work of `run()`, in a version of Node that is new enough. */
export const serveProcess = async (boot: Boot, options: RunOptions): Promise<void> => {
  try {
    const workers = workerCount(options.workers ?? process.env.WORKERS ?? 0);
    if (workers === 0) return await serve(boot);
    const [{ runWorkers }, { PrimaryLog }] = await Promise.all([
      import('@taproot/workers'),
      import('./primary-log.ts'),
    ]);
    await runWorkers(workers, {
      primary: options.primary,
      output: () => new PrimaryLog(),
      errors: { lost: errors.E_WORKER_LOST, stuck: errors.E_WORKER_STUCK, start: errors.E_WORKER_START },
      work: (life) => serve(boot, ({ config }) => life(config.app.shutdown_timeout)),
    });
  } catch (error) {
    fail(error);
  }
};
