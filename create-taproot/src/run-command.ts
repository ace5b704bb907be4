import { spawn } from 'node:child_process';

const ignore = (): void => undefined;

/** How to run a program. */
export interface RunOptions {
  /** The environment; default: that of this process. */
  readonly env?: NodeJS.ProcessEnv;
  /** Whether its output is dropped; false by default. */
  readonly quiet?: boolean;
}

/**
 * Runs a program in a folder, with its output on this terminal, and resolves to whether it succeeded. Ctrl-C reaches the program, too; this
 * process goes on, to clean up.
 */
export const runCommand = async (
  program: string,
  args: readonly string[],
  cwd: string,
  { env = process.env, quiet = false }: RunOptions = {},
): Promise<boolean> => {
  process.on('SIGINT', ignore);
  try {
    return await new Promise<boolean>((resolve) => {
      const child = spawn(program, args, { cwd, env, stdio: quiet ? 'ignore' : 'inherit' });
      child.once('error', () => resolve(false));
      child.once('close', (code) => resolve(code === 0));
    });
  } finally {
    process.off('SIGINT', ignore);
  }
};
