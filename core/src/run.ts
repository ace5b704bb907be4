// Imports nothing before the version of Node is checked: an old version fails while it links the framework, with an unhelpful
// SyntaxError.
import type { Boot } from './application/check-boot.ts';
import type { RunOptions } from './process/run.ts';
import { oldNode } from './refuse-old-node.ts';

/**
 * The whole `main.ts` of a server: imports and creates the application, starts it, and serves until the process gets a signal
 * to stop. A failure is explained on standard error and ends the process with 1: an old version of Node, an import that cannot
 * be resolved, a file that cannot be parsed, an error at boot.
 * @example
 * await run(() => import('./bootstrap/app.ts'));
 */
export const run = async (boot: Boot, options: RunOptions = {}): Promise<void> => {
  const reason = oldNode(process.versions.node);
  if (reason !== null) {
    process.stderr.write(`${reason}\n`);
    process.exit(1);
  }
  const { run: serve } = await import('./process/run.ts');
  await serve(boot, options);
};
