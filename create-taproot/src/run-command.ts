import { spawn } from 'node:child_process';

const ignore = (): void => undefined;

/** How a program is run. */
export interface RunOptions {
  /** Its variables; those of this process by default. */
  readonly env?: NodeJS.ProcessEnv;
  /** Whether what it writes is dropped; false by default. */
  readonly quiet?: boolean;
}

/**
 * Runs a program in a folder, its output ours; resolves to whether it ended well. Ctrl-C reaches the program as well: this
 * process outlives it, to put things in order.
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
