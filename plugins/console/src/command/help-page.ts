import type { Definition } from 'clipanion';
import { formatTable } from '../output/format-table.ts';
import type { Terminal } from '../output/terminal.ts';

const section = (title: string, lines: readonly string[]): string[] =>
  lines.length === 0 ? [] : ['', title, ...lines.map((line) => (line === '' ? '' : `  ${line}`))];

/** What `npx taproot <command> --help` shows: description, usage, options, details, examples. */
export const helpPage = (summary: string, definition: Definition, { style }: Pick<Terminal, 'style'>): string => {
  const { description = summary, details = '', examples = [], options, usage } = definition;
  // clipanion numbers the values of an option: `--path #0`.
  const optionRows = options.map(({ definition, description = '' }) => [
    definition.replaceAll(/#\d+/g, '<value>'),
    description.trim(),
  ]);
  const exampleLines = examples.flatMap(([label, line]) => [style.dim(label.trim()), line, '']).slice(0, -1);
  const lines = [
    style.bold(description.trim()),
    ...section('Usage', [usage + (options.length > 0 ? ' [options]' : '')]),
    ...section('Options', formatTable(optionRows, [style.green])),
    ...section('Details', details === '' ? [] : details.trim().split('\n')),
    ...section('Examples', exampleLines),
  ];
  return `${lines.join('\n')}\n`;
};
