import { spawn } from 'node:child_process';

const ignore = (): void => undefined;

/**
 * Runs a program in a folder, its output ours; resolves to whether it ended well. Ctrl-C reaches the program as well: this
 * process outlives it, to put things in order.
 */
export const runCommand = async (program: string, args: readonly string[], cwd: string): Promise<boolean> => {
  process.on('SIGINT', ignore);
  try {
    return await new Promise<boolean>((resolve) => {
      const child = spawn(program, args, { cwd, stdio: 'inherit' });
      child.once('error', () => resolve(false));
      child.once('close', (code) => resolve(code === 0));
    });
  } finally {
    process.off('SIGINT', ignore);
  }
};
