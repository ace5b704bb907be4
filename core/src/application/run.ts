import { inspect } from 'node:util';
import { FrameworkError } from '../errors/framework-error.ts';
import type { Application } from './application.ts';

/** How an error that ends the process is told: the framework's own in two lines without stack, others whole. */
export const explain = (error: unknown): string => {
  if (!(error instanceof FrameworkError)) return typeof error === 'string' ? error : inspect(error);
  const fix = error.fix === undefined ? '' : `\n  fix: ${error.fix}`;
  // Our own errors need no stack; what a plugin or the author's code threw does.
  const foreign = error.cause instanceof Error ? `\n\n${explain(error.cause)}` : '';
  return `${error.code}: ${error.message}${fix}${foreign}`;
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
