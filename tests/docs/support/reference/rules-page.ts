import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ruleSchemas } from '@taproot/validation/schema';
import { english } from '../../../../plugins/validation/src/english.ts';
import { builtInFilters } from '../../../../plugins/validation/src/filters/index.ts';
import type { RuleDefinition } from '../../../../plugins/validation/src/rules/definition.ts';
import { builtInRules } from '../../../../plugins/validation/src/rules/index.ts';
import { codeOf } from '../markdown-table.ts';

/** A built-in rule or filter, with all its names. */
interface Named {
  readonly name: string;
  readonly aliases?: readonly string[];
  readonly deprecated?: readonly string[];
}

const flagsOf = ({ implicit, excludes, control, stops }: RuleDefinition): string =>
  [
    (implicit === true || excludes === true) && 'runs on absent and empty fields',
    stops === true && 'stops the rules after it when it fails',
    (excludes === true || control !== undefined) && 'has no message',
  ]
    .filter((flag) => flag !== false)
    .join('; ');

const messageOf = ({ name, excludes, control }: RuleDefinition): string => {
  if (excludes === true || control !== undefined) return '';
  const text = english()[name] ?? '';
  return (typeof text === 'string' ? [text] : Object.values(text))
    .map((one) => one.replaceAll('|', '\\|'))
    .join('<br>');
};

const head = `# Every validation rule

This page lists the built-in rules by purpose, with the English message of each. A rule does not run for a field that is absent or
empty, unless its note says so. "Schema" says whether the OpenAPI document shows the rule exactly. How to use rules is in
[Validation](../validation.md). The [filters](#filters) and the [old names](#old-names) are at the end.`;

const exactness = new Map<string, string>(Object.entries(ruleSchemas).map(([name, one]) => [name, one.exactness]));
const ruleByName = new Map(builtInRules.map((rule) => [rule.name, rule]));

/** The names in the first cell of a row: `integer`, `int` of "`integer`, `integer:strict`, `int`". */
const namesIn = (row: string): string[] => [
  ...new Set(codeOf(row.split('|')[1] ?? '').map((written) => written.split(':')[0] ?? '')),
];

/** Adds the columns that the code knows to a row of a table of rules. */
const completed = (row: string): string => {
  const rule = ruleByName.get(namesIn(row)[0] ?? '');
  return rule === undefined
    ? row
    : `${row} ${messageOf(rule)} | ${flagsOf(rule)} | ${exactness.get(rule.name) ?? ''} |`;
};

/** Adds the columns of the rules to a line of the source; `listed` collects the names of its rows. */
const lineOf = (line: string, within: 'Rule' | 'Filter' | null, listed: Set<string>): string => {
  if (within === null) return line;
  for (const name of line.startsWith('| `') ? namesIn(line) : []) listed.add(`${within} ${name}`);
  if (within === 'Filter') return line;
  if (line.startsWith('| Rule |')) return `${line} Message | Note | Schema |`;
  return line.startsWith('|---') ? `${line}---|---|---|` : completed(line);
};

const former = (known: readonly Named[], what: string): string =>
  [
    `| Old ${what} | Use instead |`,
    '|---|---|',
    ...known
      .filter(({ deprecated = [] }) => deprecated.length > 0)
      .map(({ name, deprecated = [] }) => `| ${deprecated.map((old) => `\`${old}\``).join(', ')} | \`${name}\` |`),
  ].join('\n');

const allNames = (what: string, known: readonly Named[]): string[] =>
  known.flatMap(({ name, aliases = [] }) => [name, ...aliases].map((one) => `${what} ${one}`));

/**
 * docs/reference/rules.md, made from rules.md beside this file and from the rules themselves; `bare` are the rules and filters
 * that rules.md does not explain, and those it explains although they do not exist.
 */
export const rulesPage = async (): Promise<{ readonly page: string; readonly bare: string[] }> => {
  const source = await readFile(join(import.meta.dirname, 'rules.md'), 'utf8');
  const listed = new Set<string>();
  let within: 'Rule' | 'Filter' | null = null;
  const lines = source.split('\n').map((line) => {
    if (line.startsWith('| Rule |')) within = 'Rule';
    else if (line.startsWith('| Filter |')) within = 'Filter';
    else if (!line.startsWith('|')) within = null;
    return lineOf(line, within, listed);
  });
  const names = new Set([...allNames('Rule', builtInRules), ...allNames('Filter', builtInFilters)]);
  const bare = [...[...names].filter((name) => !listed.has(name)), ...[...listed].filter((name) => !names.has(name))];
  const old = `## Old names\n\nThey work until the next major version, and warn once with the name to use.\n\n${former(builtInRules, 'rule')}\n\n${former(builtInFilters, 'filter')}`;
  return { page: `${head}\n\n${lines.join('\n')}\n${old}\n`, bare };
};
