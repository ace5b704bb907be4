import { homedir } from 'node:os';
import { join } from 'node:path';
import { type REPLServer, start } from 'node:repl';
import { type InspectOptions, inspect, types } from 'node:util';
import { Command } from '@taproot/console/command';
import { formatFault } from '@taproot/console/internal';
import { explain } from '@taproot/core/internal';
import { LineFeed } from './feed-lines.ts';

/** Writes the result of a line of a prompt. */
interface ResultWriter {
  (value: unknown): string;
  /** Node's prompt reads `breakLength` from it. */
  readonly options: InspectOptions;
}

/** Writes a value with `written`, or as Node does if `written` returns null. */
const resultWriter = (written: (value: unknown) => string | null, colors: boolean): ResultWriter => {
  const options = { colors, showProxy: false, breakLength: 80 };
  const write = (value: unknown): string => written(value) ?? inspect(value, options);
  return Object.assign(write, { options });
};

/** `repl`: Node's prompt, with the application in scope. */
export class Repl extends Command {
  static override paths = [['repl']];

  static override usage = Command.Usage({
    details:
      '`app`, `facades` and each facade by its name are at hand; `await` works. The server is not started. What you type is kept in ~/.taproot_repl_history, unless NODE_REPL_HISTORY is empty. `.exit` or Ctrl-D ends it and closes the application.',
    examples: [
      ['Look at rows', "npx taproot repl, then: await DB().selectFrom('users').select(['id', 'email']).execute()"],
      ['Run lines of a file', 'npx taproot repl < lines.js'],
    ],
  });

  override async execute(): Promise<void> {
    const { stdin, stdout, interactive, style, columns } = this.context.terminal;
    if (interactive) this.line(style.dim('app, facades and each facade by its name. Ctrl-D ends.'));
    const feed = new LineFeed();
    const server = start({
      prompt: interactive ? '> ' : '',
      input: interactive ? stdin : feed.input,
      output: stdout,
      terminal: interactive,
      ignoreUndefined: true,
      writer: resultWriter(
        (value) => (types.isNativeError(value) ? formatFault(explain(value), columns, style) : null),
        style.isColorSupported,
      ),
    });
    this.#fill(server);
    server.on('reset', () => this.#fill(server));
    if (!interactive) return feed.feed(stdin, server);
    const ended = new Promise<void>((resolve) => server.once('exit', resolve));
    if (process.env['NODE_REPL_HISTORY'] !== '')
      server.setupHistory(join(homedir(), '.taproot_repl_history'), () => undefined);
    await ended;
  }

  #fill({ context }: REPLServer): void {
    const { app } = this;
    Object.assign(context, { app, facades: app.facades });
    for (const name of app.registry.facades.keys())
      Object.defineProperty(context, name, {
        configurable: true,
        enumerable: true,
        writable: true,
        value: Reflect.get(app.facades, name),
      });
  }
}
