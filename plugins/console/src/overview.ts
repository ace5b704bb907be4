import type { CommandEntry } from './command/manifest.ts';
import { descriptionColumn, formatTerms } from './output/format-terms.ts';
import type { Terminal } from './output/terminal.ts';
import { version } from './version.ts';

const groupOf = (path: string): string => (path.includes(':') ? path.slice(0, path.indexOf(':')) : '');

const byPath = (a: CommandEntry, b: CommandEntry): number => (a.path < b.path ? -1 : 1);

const indent = '  ';

const termsOf = (commands: readonly CommandEntry[]): (readonly [string, string])[] =>
  commands.map(({ path, description }) => [path, description]);

/** The column at which `overview()` writes descriptions. */
export const overviewColumn = (commands: readonly CommandEntry[]): number =>
  indent.length + descriptionColumn(termsOf(commands));

/** The list of commands as `npx taproot --help` shows it: commands without a group first, then group by group. */
export const overview = (
  commands: readonly CommandEntry[],
  { style, columns }: Pick<Terminal, 'style' | 'columns'>,
): string => {
  const sorted = [...commands].sort(byPath);
  const terms = formatTerms(termsOf(sorted), columns - indent.length, style.green);
  const groups = new Map<string, string[]>([['', []]]);
  for (const [index, { path }] of sorted.entries()) {
    const lines = groups.get(groupOf(path)) ?? [];
    groups.set(groupOf(path), [...lines, `${indent}${terms[index]?.replaceAll('\n', `\n${indent}`)}`]);
  }
  const lists = [...groups].flatMap(([group, lines]) => (group === '' ? lines : ['', style.bold(group), ...lines]));
  const none = ['  This application has no commands yet.'];
  return `${style.bold(version)}

Usage: npx taproot <command> [options]

${(commands.length === 0 ? none : lists).join('\n').replace(/^\n/, '')}

Options and examples of a command: npx taproot help <command>
`;
};
