import { Readable, Writable } from 'node:stream';
import type { Application } from '@taproot/core';
import { collectCommands } from './collect-commands.ts';
import type { CommandEntry, CommandModule, GeneratorEntry } from './command/manifest.ts';
import { findDevelopment } from './development.ts';
import { findCommand, type KnownCommands } from './find-command.ts';
import type { Streams } from './output/streams.ts';

/** The result of a command that code has called. */
export interface CallResult {
  /** Exit code: 0 when all went well. */
  readonly code: number;
  /** Everything that the command wrote, also errors, in this order; without colours and unlimited in width. */
  readonly output: string;
}

/** The commands of one application. It loads manifests and clipanion only when a command runs. */
export class ConsoleKernel {
  readonly #app: Application;
  readonly #own: (CommandEntry | GeneratorEntry)[] = [];
  #known: Promise<KnownCommands> | null = null;

  constructor(app: Application) {
    this.#app = app;
  }

  /** Adds the application's own commands. The builder step `withCommands()` calls it. */
  add(commands: CommandModule['commands']): void {
    this.#own.push(...commands);
    this.#known = null;
  }

  /**
   * Every command by its path, plugins' first. Leaves out generators if `@taproot/dev` is not installed.
   * @throws E_COMMAND_DUPLICATE if two share a path
   */
  async commands(): Promise<ReadonlyMap<string, CommandEntry>> {
    return (await this.#all()).commands;
  }

  /**
   * The command of this path.
   * @throws E_COMMAND_UNKNOWN with the nearest that exist
   * @throws E_COMMAND_DEV for a command that needs `@taproot/dev`, if that is not installed
   */
  async command(path: string): Promise<CommandEntry> {
    return findCommand(path, await this.#all());
  }

  /** Runs `argv` (the command's path and its arguments) and resolves to the exit code. Never rejects: errors are explained on `stderr`. */
  async run(argv: readonly string[], streams: Streams): Promise<number> {
    const { runCommandLine } = await import('./run-command-line.ts');
    return runCommandLine(this.#app, this, argv, { stdin: Readable.from([]), ...streams });
  }

  /** Runs a command from code: `call('route:list --path "/a b"')`, or unparsed `call('route:list', ['--path', '/a b'])`. */
  async call(command: string, ...args: readonly (string | readonly string[])[]): Promise<CallResult> {
    const { splitCommandLine } = await import('./split-command-line.ts');
    const argv = args.length > 0 ? [command, ...args.flat()] : splitCommandLine(command);
    const written: Buffer[] = [];
    const sink = new Writable({
      write(chunk: Buffer, _encoding, done) {
        written.push(chunk);
        done();
      },
    });
    const code = await this.run(argv, { stdout: sink, stderr: sink });
    return { code, output: Buffer.concat(written).toString() };
  }

  #all(): Promise<KnownCommands> {
    this.#known ??= this.#collect();
    return this.#known;
  }

  async #collect(): Promise<KnownCommands> {
    const development = await findDevelopment(this.#app.basePath);
    const commands = new Map<string, CommandEntry>();
    const waiting = new Set<string>();
    for (const [path, entry] of await collectCommands(this.#app.plugins, development?.commands ?? [], this.#own)) {
      if ('load' in entry) commands.set(path, entry);
      else if (development === null) waiting.add(path);
      else commands.set(path, { ...entry, load: async () => development.command(path, await entry.generator()) });
    }
    return { commands, waiting: development === null ? waiting : null };
  }
}
