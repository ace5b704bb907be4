import type { Application } from '@taproot/core';
import { type BaseContext, Command as ClipanionCommand, type Usage } from 'clipanion';
import { type CellStyle, formatTable } from '../output/format-table.ts';
import type { Style, Terminal } from '../output/terminal.ts';

/** What a running command is given: clipanion's streams, the application and the terminal. */
export interface CommandContext extends BaseContext {
  readonly app: Application;
  readonly terminal: Terminal;
}

/**
 * A console command: options are class fields (`Option.Boolean('--json')`), `execute()` does the work and may return an
 * exit code. Throw `UsageError` for wrong arguments; other commands are run with `facades.Console().call()`.
 */
export abstract class Command extends ClipanionCommand<CommandContext> {
  /** What `--help` shows beside the options; without a description, the manifest's. */
  static override usage: Usage = {};

  /** The booted application; its server is not started. */
  get app(): Application {
    return this.context.app;
  }

  /** Width of the output in columns; Infinity when it is no terminal and `COLUMNS` is not set. */
  get width(): number {
    return this.context.terminal.columns;
  }

  /** Colours, plain where they are not wanted. */
  get style(): Style {
    return this.context.terminal.style;
  }

  /** Writes one line. Data of unknown origin goes through `printable()` first; `table()` does that by itself. */
  line(text = ''): void {
    this.context.stdout.write(`${text}\n`);
  }

  /** Writes rows as aligned columns; `styles` colours them by position. */
  table(rows: readonly (readonly string[])[], styles: readonly (CellStyle | undefined)[] = []): void {
    for (const line of formatTable(rows, styles)) this.line(line);
  }
}

/** The class of a command, as a manifest's `load` resolves to. */
export interface CommandClass {
  new (): Command;
  /** Holds the path of the manifest: `[['route:list']]`. */
  paths?: string[][];
  usage?: Usage;
}
