import type { Application } from '@taproot/core';
import { type BaseContext, Command as ClipanionCommand, type Usage } from 'clipanion';
import { errors } from '../errors.ts';
import { type CellStyle, formatTable } from '../output/format-table.ts';
import type { Style, Terminal } from '../output/terminal.ts';
import type { Advance } from './progress.ts';
import type { AskOptions, Choices, Prompts } from './prompts.ts';

/** The parts that a running command gets: clipanion's streams, the application and the terminal. */
export interface CommandContext extends BaseContext {
  /** Null for a command that runs without the application being booted. */
  readonly app: Application | null;
  /** The folder of the application. */
  readonly root: string;
  /** Where the command reads and writes, with width and colours. */
  readonly terminal: Terminal;
  /** Gives the signal that aborts when the process is asked to stop. */
  readonly stopSignal: () => AbortSignal;
}

/**
 * A console command: options are class fields (`Option.Boolean('--json')`), `execute()` does the work and may return an
 * exit code. Throw `UsageError` for wrong arguments; other commands are run with `facades.Console().call()`.
 */
export abstract class Command extends ClipanionCommand<CommandContext> {
  /** Descriptions that `--help` shows besides the options. Without a description, that of the manifest. */
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

  /** Colours, plain where they are not wanted. */
  get style(): Style {
    return this.context.terminal.style;
  }

  /** Whether somebody can be asked: without a terminal, and in CI, prompts answer with their default or fail. */
  get interactive(): boolean {
    return this.context.terminal.interactive;
  }

  /**
   * Aborts at SIGINT (Ctrl-C) and SIGTERM, for commands that run until they are stopped. A command that reads it must end by
   * itself then; a second signal ends the process. Without it, the first one does.
   * @example while (!this.signal.aborted) await next(this.signal);
   */
  get signal(): AbortSignal {
    return this.context.stopSignal();
  }

  /** Asks for a line of text. */
  async ask(question: string, options: AskOptions = {}): Promise<string> {
    return (await this.#prompts()).ask(question, options);
  }

  /** Asks for a line that is not shown. */
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

  /** Shows that something is under way until the work is done, and resolves to what it comes to. */
  async spin<Value>(text: string, work: () => Promise<Value>): Promise<Value> {
    const { spin } = await import('./progress.ts');
    return spin(this.context.terminal, text, work);
  }

  /** Shows how much of `total` steps is done; the work calls `advance()` for each step, or for several. */
  async progress<Value>(text: string, total: number, work: (advance: Advance) => Promise<Value>): Promise<Value> {
    const { progress } = await import('./progress.ts');
    return progress(this.context.terminal, { text, total }, work);
  }

  /** Writes one line. Data of unknown origin goes through `printable()` first; `table()` does that by itself. */
  line(text = ''): void {
    this.context.stdout.write(`${text}\n`);
  }

  /** Writes rows as aligned columns; `styles` colours them by position. */
  table(rows: readonly (readonly string[])[], styles: readonly (CellStyle | undefined)[] = []): void {
    for (const line of formatTable(rows, styles)) this.line(line);
  }

  // The library of prompts is loaded with the first question.
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
