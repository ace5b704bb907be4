import { spawn } from 'node:child_process';
import { constants } from 'node:os';

// The packages resolve to their sources, for which node needs both flags.
const flags = ['-C', 'source', '--import', import.meta.resolve('tsx')];

/** Runs a program once more, in a node that reads TypeScript; ends as that one does. */
export const runSources = (/** @type {string} */ program, /** @type {string[]} */ argv) => {
  const child = spawn(process.execPath, [...process.execArgv, ...flags, program, ...argv], { stdio: 'inherit' });
  // The terminal sends SIGINT to the child as well; this process only waits for its end.
  process.on('SIGINT', () => undefined);
  process.on('SIGTERM', () => child.kill('SIGTERM'));
  child.on('exit', (code, signal) => process.exit(code ?? 128 + constants.signals[signal ?? 'SIGTERM']));
};
