import type { HookInfo } from '@taproot/core/internal';
import { formatTable } from '../output/format-table.ts';
import { printable } from '../output/printable.ts';
import type { Style } from '../output/terminal.ts';
import { wrapList } from '../output/wrap.ts';

const ownerOf = ({ name }: HookInfo): string => name.split('.', 1)[0] ?? '';

const nameOf = ({ name, key }: HookInfo): string => (key === null ? name : `${name} ${key}`);

/** The lines of `hooks:list`: a line for each hook, its taps below it, owners apart; hooks without taps are dimmed. */
export const formatHooks = (hooks: readonly HookInfo[], width: number, style: Style): string[] => {
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
