import { spawn } from 'node:child_process';

/** A server in a process, as a reader starts it. */
export interface LiveServer {
  readonly url: string;
  /** Resolves when the process has ended. */
  stop(): Promise<void>;
}

/** Starts a server and waits until it prints its address. @throws an Error with its output when it ends before. */
export const startServer = async (
  command: readonly string[],
  cwd: string,
  settings: Readonly<Record<string, string>> = {},
): Promise<LiveServer> => {
  const [program = '', ...args] = command;
  const env = { ...process.env, PORT: '0', FORCE_COLOR: '0', ...settings };
  // npm does not pass signals on: the whole group gets them, as from a terminal.
  const child = spawn(program, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'], detached: true });
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  let output = '';
  const url = await new Promise<string>((resolve, reject) => {
    const read = (chunk: Buffer): void => {
      output += String(chunk);
      const [, found] = /listens on (http[^\s"]+)/.exec(output) ?? [];
      if (found !== undefined) resolve(found);
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    void ended.then(() => reject(new Error(`${command.join(' ')} ended:\n${output}`)));
  });
  return {
    url,
    stop: () => {
      if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, 'SIGTERM');
      return ended;
    },
  };
};
