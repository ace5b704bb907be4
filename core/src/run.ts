// Imports nothing before the version of Node is checked: an old version fails while it links the framework, with an unhelpful
// SyntaxError.

import { oldNode } from './refuse-old-node.ts';
import type { Boot } from './run/check-boot.ts';
import type { RunOptions } from './run/serve-process.ts';

export type { RunOptions } from './run/serve-process.ts';

/**
 * The whole `main.ts` of a server: creates the application, starts it, and serves until the process gets a signal to stop. With workers,
 * this process creates no application: it starts workers, replaces a worker that dies, and replaces all workers, one by one, at SIGHUP. It
 * explains a failure on standard error and ends the process with 1: an old version of Node, an import that cannot be resolved, a file that
 * cannot be parsed, an error at boot.
 * @param boot Creates the application, or imports the module that exports `boot`. Import it inside this function: `run()` can then explain
 * an import that fails. An import at the top of main.ts fails before `run()` starts.
 * @example await run(() => import('./bootstrap/app.ts'));
 */
export const run = async (boot: Boot, options: RunOptions = {}): Promise<void> => {
  const reason = oldNode(process.versions.node);
  if (reason !== null) {
    process.stderr.write(`${reason}\n`);
    process.exit(1);
  }
  const { serveProcess } = await import('./run/serve-process.ts');
  await serveProcess(boot, options);
};
