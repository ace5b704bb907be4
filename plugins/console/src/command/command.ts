import type { Application } from '@taproot/core';
import { type BaseContext, Command as ClipanionCommand, type Usage } from 'clipanion';
import { errors } from '../errors.ts';
import { type CellStyle, formatTable } from '../output/format-table.ts';
import type { Style, Terminal } from '../output/terminal.ts';
import type { Advance } from './progress.ts';
import type { AskOptions, Choices, Prompts } from './prompts.ts';

/** The parts that a running command gets: clipanion's streams, the application and the terminal. */
export interface CommandContext extends BaseContext {
  /** The booted application; null for a command that runs without it. */
  readonly app: Application | null;
  /** The folder of the application. */
  readonly root: string;
  /** The input and output of the command, with width and colours. */
  readonly terminal: Terminal;
  /** Returns the signal that aborts when the process should stop. */
  readonly stopSignal: () => AbortSignal;
}

/**
 * A console command: options are class fields (`Option.Boolean('--json')`), `execute()` does the work and may return an exit code. Throw
 * `UsageError` for wrong arguments. Call `facades.Console().call()` to run other commands.
 */
export abstract class Command extends ClipanionCommand<CommandContext> {
  /** The lines that `--help` shows besides the options. The default description is the one in the manifest. */
  static override usage: Usage = {};

  /** The booted application; its server is not started. */
  get app(): Application {
    const { app } = this.context;
    if (app === null) throw errors.E_APPLICATION_NOT_BOOTED({ name: this.path.join(' ') });
    return app;
  }

  /** Width of the output in columns; Infinity when it is not a terminal and `COLUMNS` is not set. */
  get width(): number {
    return this.context.terminal.columns;
  }

  /** Colours; they change nothing if the user does not want colours. */
  get style(): Style {
    return this.context.terminal.style;
  }

  /** Whether a user can answer questions. Without a terminal, and in CI, prompts return their default or fail. */
  get interactive(): boolean {
    return this.context.terminal.interactive;
  }

  /**
   * Aborts at SIGINT (Ctrl-C) and SIGTERM, for commands that run until the user stops them. A command that reads it must then end by
   * itself; a second SIGINT or SIGTERM ends the process. If the command never reads it, the first one ends the process.
   * @example while (!this.signal.aborted) await next(this.signal);
   */
  get signal(): AbortSignal {
    return this.context.stopSignal();
  }

  /** Asks for a line of text. */
  async ask(question: string, options: AskOptions = {}): Promise<string> {
    return (await this.#prompts()).ask(question, options);
  }

  /** Asks for a line and does not show what the user types. */
  async secret(question: string): Promise<string> {
    return (await this.#prompts()).secret(question);
  }

  /** Asks for yes or no. */
  async confirm(question: string, options: { readonly default?: boolean } = {}): Promise<boolean> {
    return (await this.#prompts()).confirm(question, options);
  }

  /** Asks for one of several answers. For an object it shows the values and returns the key. */
  async choose<const Value extends string>(
    question: string,
    choices: Choices<Value>,
    options: { readonly default?: NoInfer<Value> } = {},
  ): Promise<Value> {
    return (await this.#prompts()).choose(question, choices, options);
  }

  /** Asks for any number of several answers. */
  async chooseSeveral<const Value extends string>(
    question: string,
    choices: Choices<Value>,
    options: { readonly default?: readonly NoInfer<Value>[] } = {},
  ): Promise<Value[]> {
    return (await this.#prompts()).chooseSeveral(question, choices, options);
  }

  /** Shows a spinner until the work is done, and resolves to its result. */
  async spin<Value>(text: string, work: () => Promise<Value>): Promise<Value> {
    const { spin } = await import('./progress.ts');
    return spin(this.context.terminal, text, work);
  }

  /** Shows how many of `total` steps are done; the work calls `advance()` for each step, or for several. */
  async progress<Value>(text: string, total: number, work: (advance: Advance) => Promise<Value>): Promise<Value> {
    const { progress } = await import('./progress.ts');
    return progress(this.context.terminal, { text, total }, work);
  }

  /** Writes one line. Pass data of unknown origin through `printable()` first; `table()` does that by itself. */
  line(text = ''): void {
    this.context.stdout.write(`${text}\n`);
  }

  /** Writes rows as aligned columns; `styles` colours them by position. */
  table(rows: readonly (readonly string[])[], styles: readonly (CellStyle | undefined)[] = []): void {
    for (const line of formatTable(rows, styles)) this.line(line);
  }

  // Loads the library of prompts with the first question.
  async #prompts(): Promise<Prompts> {
    const { Prompts } = await import('./prompts.ts');
    return new Prompts(this.context.terminal);
  }
}

/** The class of a command, as a manifest's `load` resolves to. */
export interface CommandClass {
  new (): Command;
  /** Holds the path of the manifest: `[['route:list']]`. */
  paths?: string[][];
  /** Text that `--help` shows after the options. */
  usage?: Usage;
  /** Name of the arguments of `Option.Rest()` in the usage. */
  rest?: string;
}
