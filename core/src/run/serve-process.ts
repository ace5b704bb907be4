import { availableParallelism, constants } from 'node:os';
import type { Application } from '../application/application.ts';
import { type Duration, seconds } from '../config/duration.ts';
import { readEnvFile } from '../config/env.ts';
import { packageFolder } from '../config/package-folder.ts';
import { errors } from '../errors/errors.ts';
import { type EndSignal, endSignals } from '../process/process-events.ts';
import type { ServingLife } from '../process/process-guard.ts';
import { type Boot, bootApplication, usualBootSeconds } from './check-boot.ts';
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

const positive = (option: string, duration: Duration): number => {
  const time = seconds(duration, `The option ${option} of run()`);
  if (time > 0) return time;
  throw errors.E_RUN_TIME({ option, value: String(duration) });
};

/** How `run()` serves. */
export interface RunOptions {
  /**
   * The number of processes that share the port, or `auto` for one on each core; 0 serves in this process. Default: the variable `WORKERS`
   * of the environment or of `.env` in the folder of main.ts, else 0.
   */
  readonly workers?: number | 'auto';
  /** Called once in the primary process, before it starts the workers: `countForWorkers` of @taproot/throttle. */
  readonly primary?: () => void;
  /**
   * How long a worker may be silent, for example in an endless loop, before it is reported and replaced. Null replaces no silent worker.
   * Default: 30 s. A worker that is being debugged may be silent.
   */
  readonly stuck?: Duration | null;
  /**
   * How long the code of `boot()` may take before it has an application. From then on `app.boot_timeout` limits each plugin and the rest
   * of `boot()`. Default: 30 s.
   */
  readonly bootTimeout?: Duration;
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

/** Ends this process by a signal while `work` runs. Linux gives the first process of a container (PID 1) only signals that it listens to. */
const endable = async <Value>(work: Promise<Value>): Promise<Value> => {
  if (process.pid !== 1) return work;
  const end = (signal: EndSignal): never => process.exit(128 + constants.signals[signal]);
  for (const signal of endSignals) process.on(signal, end);
  try {
    return await work;
  } finally {
    for (const signal of endSignals) process.off(signal, end);
  }
};

const serve = async (boot: Boot, bootSeconds: number, life?: (app: Application) => ServingLife): Promise<void> => {
  const app = await endable(bootApplication(boot, bootSeconds));
  await app.start(life?.(app));
};

/** `WORKERS` of the environment, or of `.env` in the folder of the program. */
const workersVariable = (): string => {
  const { WORKERS = '', APP_ENV } = process.env;
  if (WORKERS !== '' || process.argv[1] === undefined) return WORKERS;
  const folder = packageFolder(process.argv[1]);
  return folder === null ? '' : (readEnvFile(folder, APP_ENV).WORKERS ?? '');
};

/** Does the work of `run()`, in a version of Node that is new enough. */
export const serveProcess = async (boot: Boot, options: RunOptions): Promise<void> => {
  try {
    const { stuck = 30, bootTimeout = usualBootSeconds } = options;
    const bootSeconds = positive('bootTimeout', bootTimeout);
    const silentSeconds = stuck === null ? null : positive('stuck', stuck);
    const workers = workerCount(options.workers ?? (workersVariable() || 0));
    if (workers === 0) return await serve(boot, bootSeconds);
    const [{ runWorkers }, { PrimaryLog }] = await Promise.all([
      import('@taproot/workers'),
      import('./primary-log.ts'),
    ]);
    await runWorkers(workers, {
      primary: options.primary,
      output: () => new PrimaryLog(),
      errors: {
        lost: errors.E_WORKER_LOST,
        stuck: errors.E_WORKER_STUCK,
        silent: errors.E_WORKER_SILENT,
        start: errors.E_WORKER_START,
      },
      silentSeconds,
      bootSeconds,
      work: (life) =>
        serve(boot, bootSeconds, (app) =>
          life(app.config.app.shutdown_timeout, () => app.provided('openRequests')?.() ?? []),
        ),
    });
  } catch (error) {
    fail(error);
  }
};
