import { describeHooks, type HookInfo } from '@taproot/core/internal';
import { didYouMean } from '@taproot/core/plugin';
import { Command, Option, UsageError } from '../command/index.ts';
import { formatHooks } from '../introspection/format-hooks.ts';
import { toJson } from '../output/printable.ts';

/** `hooks:list`: every hook of the application, or those of one owner, with its taps in the order they run. */
export class HooksList extends Command {
  static override paths = [['hooks:list']];

  static override usage = Command.Usage({
    details:
      'Below each hook stand the plugins that tap it, in the order they run, with the stage where they name one.\n' +
      'The plugin `app` is the application itself: its builder steps and callbacks.',
    examples: [
      ['Every hook', 'npx taproot hooks:list'],
      ['Those of HTTP', 'npx taproot hooks:list http'],
      ['One of them, for another program', 'npx taproot hooks:list http.response --json'],
    ],
  });

  part = Option.String({ name: 'name', required: false });
  json = Option.Boolean('--json', false, { description: 'Print a JSON array, for programs' });

  override async execute(): Promise<void> {
    const hooks = this.#selected();
    if (this.json) return this.line(toJson(hooks));
    this.line(formatHooks(hooks, this.width, this.style).join('\n'));
  }

  #selected(): HookInfo[] {
    const all = describeHooks(this.app.hookTables);
    const { part } = this;
    if (part === undefined) return all;
    const selected = all.filter(({ name }) => name === part || name.startsWith(`${part}.`));
    if (selected.length > 0) return selected;
    const known = all.flatMap(({ name }) => [name, name.split('.', 1)[0] ?? '']);
    throw new UsageError(`There is no hook "${part}".${didYouMean(part, new Set(known))}`);
  }
}
