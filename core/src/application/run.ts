import { explain } from '../errors/explain.ts';
import { isHiddenSyntaxError } from '../errors/source-error.ts';
import type { Application } from './application.ts';
import { type Boot, bootApplication } from './check-boot.ts';
import type { ServingLife } from './process-guard.ts';
import { workerCount } from './worker-count.ts';

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
  // Only Node knows the place of this one, and shows it only for an error that nothing catches.
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

/**
 * The whole of a server's `main.ts`: creates the application, starts it, and serves until it is told to stop. With
 * workers this process creates none: it starts them, replaces one that dies, and at SIGHUP all of them, one by one.
 * A failure is explained on standard error and ends the process with 1.
 *
 * @param boot Creates the application, or imports the module that exports `boot`. An import in here can be explained when
 * it fails; one at the top of main.ts fails before this runs.
 * @example
 * await run(() => import('./bootstrap/app.ts'));
 */
export const run = async (boot: Boot, options: RunOptions = {}): Promise<void> => {
  try {
    const workers = workerCount(options.workers ?? process.env.WORKERS ?? 0);
    if (workers === 0) return await serve(boot);
    const { runWorkers } = await import('./run-workers.ts');
    await runWorkers(workers, { primary: options.primary, work: (life) => serve(boot, life) });
  } catch (error) {
    fail(error);
  }
};
