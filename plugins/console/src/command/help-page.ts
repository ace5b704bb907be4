import type { Definition } from 'clipanion';
import { formatTerms } from '../output/format-terms.ts';
import type { Terminal } from '../output/terminal.ts';
import { wrapWords } from '../output/wrap.ts';

const section = (title: string, lines: readonly string[]): string[] =>
  lines.length === 0 ? [] : ['', title, ...lines.map((line) => (line === '' ? '' : `  ${line}`))];

// Wraps the text again, because clipanion has wrapped it without regard to indentation and narrow terminals.
const paragraphs = (text: string, width: number): string[] =>
  text
    .trim()
    .split(/\n{2,}/)
    .flatMap((paragraph, index) => [...(index > 0 ? [''] : []), ...wrapWords(paragraph.split(/\s+/), width)]);

/** The line that a user types to run a command. */
export const usageLine = ({ usage, options }: Definition): string => usage + (options.length > 0 ? ' [options]' : '');

/** The output of `npx taproot <command> --help`: description, usage, options, details, examples. */
export const helpPage = (
  summary: string,
  definition: Definition,
  { columns, style }: Pick<Terminal, 'columns' | 'style'>,
): string => {
  const { description = summary, details = '', examples = [] } = definition;
  // clipanion writes numbers for the values of an option: `--path #0`.
  const options = definition.options.map(
    ({ definition: names, description: text = '' }) => [names.replaceAll(/#\d+/g, '<value>'), text] as const,
  );
  const optionLines = formatTerms(options, columns - 2, style.green).flatMap((lines) => lines.split('\n'));
  const exampleLines = examples
    .flatMap(([label, line]) => [...paragraphs(label, columns - 2).map((text) => style.dim(text)), line, ''])
    .slice(0, -1);
  const lines = [
    ...paragraphs(description, columns).map((text) => style.bold(text)),
    ...section('Usage', [usageLine(definition)]),
    ...section('Options', optionLines),
    ...section('Details', details === '' ? [] : paragraphs(details, Math.min(columns, 80) - 2)),
    ...section('Examples', exampleLines),
  ];
  return `${lines.join('\n')}\n`;
};
