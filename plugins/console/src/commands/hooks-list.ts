import { describeHooks, type HookInfo } from '@taproot/core/internal';
import { didYouMean } from '@taproot/core/plugin';
import { Command, Option, UsageError } from '../command/index.ts';
import { formatTable } from '../output/format-table.ts';
import { printable, toJson } from '../output/printable.ts';
import type { Style } from '../output/terminal.ts';
import { wrapList } from '../output/wrap.ts';

const ownerOf = ({ name }: HookInfo): string => name.split('.', 1)[0] ?? '';

const nameOf = ({ name, key }: HookInfo): string => (key === null ? name : `${name} ${key}`);

/** The lines of `hooks:list`: a line for each hook, and its taps below it. Empty lines separate owners; hooks without taps are dimmed. */
const formatHooks = (hooks: readonly HookInfo[], width: number, style: Style): string[] => {
  const rows = formatTable(hooks.map((hook) => [nameOf(hook), hook.kind, hook.args.join(', ')]));
  const lines: string[] = [];
  for (const [index, hook] of hooks.entries()) {
    const previous = hooks[index - 1];
    if (previous !== undefined && ownerOf(previous) !== ownerOf(hook)) lines.push('');
    const row = rows[index] ?? '';
    const name = nameOf(hook);
    const taps = hook.taps.map(({ plugin, stage }) => printable(stage === null ? plugin : `${plugin} (${stage})`));
    lines.push(taps.length === 0 ? style.dim(row) : style.green(name) + style.dim(row.slice(name.length)));
    lines.push(...wrapList(taps, width - 4).map((line) => `    ${line}`));
  }
  return lines;
};

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
