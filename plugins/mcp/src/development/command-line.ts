import { execFile } from 'node:child_process';
import { answered, failed, type ToolAnswer } from '../tool.ts';

/** The output of a command of the application. */
export interface Outcome {
  /** Exit code. */
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Where commands of the application run. */
export interface Workplace {
  /** The folder of the application. */
  readonly root: string;
  /** The program `taproot`. */
  readonly program: string;
}

const seconds = 120;
const maxBytes = 64 * 1024 * 1024;

/**
 * Runs commands of an application, each in a process of its own. So each answer is about the code as it is now, an application that does
 * not boot ends only that process, and whatever it prints does not get between the messages of the protocol.
 */
export class CommandLine {
  readonly root: string;
  readonly #program: string;

  constructor({ root, program }: Workplace) {
    this.root = root;
    this.#program = program;
  }

  run(args: readonly string[], signal: AbortSignal): Promise<Outcome> {
    // The variables of a terminal would add colours and line breaks.
    const { FORCE_COLOR: _, COLUMNS: __, ...env } = process.env;
    return new Promise((resolve) => {
      const child = execFile(
        process.execPath,
        [...process.execArgv, this.#program, ...args],
        { cwd: this.root, env: { ...env, NO_COLOR: '1' }, timeout: seconds * 1000, maxBuffer: maxBytes, signal },
        (error, stdout, stderr) => {
          const code = error === null ? 0 : typeof error.code === 'number' ? error.code : 1;
          const ended = error?.killed === true ? `\nThe command was ended after ${seconds} s.` : '';
          resolve({ code, stdout, stderr: `${stderr.trim()}${ended}` });
        },
      );
      // Without input no command asks a question.
      child.stdin?.end();
    });
  }

  /** The output of a command as an answer; `shape` may rewrite it. */
  async answer(
    args: readonly string[],
    signal: AbortSignal,
    shape: (stdout: string) => string = (stdout) => stdout.trim(),
  ): Promise<ToolAnswer> {
    const outcome = await this.run(args, signal);
    return outcome.code === 0 ? answered(shape(outcome.stdout)) : faultOf(outcome);
  }
}

/** The error that a command printed, without the lines of the log before it. Those begin with a time. */
const errorIn = (stderr: string): string => {
  const start = stderr.search(/^(?:E_[A-Z0-9_]+|\w*Error): /m);
  return stderr.slice(Math.max(start, 0)).trim();
};

/** The answer for a command that failed: its error, which names the place and the fix. */
export const faultOf = ({ stdout, stderr }: Outcome): ToolAnswer =>
  failed(stderr === '' ? stdout.trim() : errorIn(stderr));

/** The JSON that a command printed. The application may have printed lines of its own before it. */
export const jsonOf = (stdout: string): unknown => {
  const start = stdout.search(/^[[{]/m);
  return JSON.parse(start === -1 ? 'null' : stdout.slice(start));
};
