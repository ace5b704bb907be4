import type { Definition } from 'clipanion';
import { formatTable } from '../output/format-table.ts';
import type { Terminal } from '../output/terminal.ts';
import { wrapWords } from '../output/wrap-words.ts';

const section = (title: string, lines: readonly string[]): string[] =>
  lines.length === 0 ? [] : ['', title, ...lines.map((line) => (line === '' ? '' : `  ${line}`))];

// clipanion has broken the lines already, without a thought of the indentation or of a narrow terminal.
const paragraphs = (text: string, width: number): string[] =>
  text
    .trim()
    .split(/\n{2,}/)
    .flatMap((paragraph, index) => [...(index > 0 ? [''] : []), ...wrapWords(paragraph.split(/\s+/), width)]);

/** What `npx taproot <command> --help` shows: description, usage, options, details, examples. */
export const helpPage = (
  summary: string,
  definition: Definition,
  { columns, style }: Pick<Terminal, 'columns' | 'style'>,
): string => {
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
    ...section('Details', details === '' ? [] : paragraphs(details, Math.min(columns, 80) - 2)),
    ...section('Examples', exampleLines),
  ];
  return `${lines.join('\n')}\n`;
};
