import { FrameworkError } from '../errors/framework-error.ts';
import type { Application } from './application.ts';

/** How an error that ends the process is told: the framework's own in two lines without stack, others whole. */
export const explain = (error: unknown): string => {
  if (error instanceof FrameworkError) {
    const cause = error.cause instanceof Error ? `\n\n${error.cause.stack}` : '';
    return `${error.code}: ${error.message}${error.fix === undefined ? '' : `\n  fix: ${error.fix}`}${cause}`;
  }
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
};

/**
 * The whole of a server's `main.ts`: creates the application, starts it, and serves until it is told to stop.
 * A failure is explained on standard error and ends the process with 1.
 */
export const run = async (boot: () => Promise<Application>): Promise<void> => {
  try {
    const app = await boot();
    await app.start();
  } catch (error) {
    process.stderr.write(`${explain(error)}\n`);
    process.exit(1);
  }
};
