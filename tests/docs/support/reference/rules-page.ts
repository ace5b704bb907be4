import { ruleSchemas } from '@taproot/validation/schema';
import { english } from '../../../../plugins/validation/src/messages/en.ts';
import type { RuleDefinition } from '../../../../plugins/validation/src/rule/rule.ts';
import { builtInRules } from '../../../../plugins/validation/src/rules/index.ts';

/** What a rule says of a field, by the tables of docs/validation.md: `required` -> `The field is required always`. */
const meanings = (markdown: string): Map<string, { readonly written: string; readonly meaning: string }> => {
  const found = new Map<string, { written: string; meaning: string }>();
  let head: string | null = null;
  for (const line of markdown.split('\n')) {
    const cells = line.startsWith('|')
      ? line
          .slice(1, -1)
          .split(/(?<!\\)\|/)
          .map((text) => text.trim())
      : [];
    const last = cells.at(-1) ?? '';
    if (cells.length === 0) head = null;
    else if (cells[0] === 'Rule') head = last;
    else if (head !== null)
      for (const [, written = ''] of (cells[0] ?? '').matchAll(/`([^`]+)`/g)) {
        const name = written.split(':')[0] ?? '';
        if (!found.has(name)) found.set(name, { written, meaning: `${head} ${last}`.trim() });
      }
  }
  return found;
};

const flagsOf = ({ implicit, excludes, control, stops }: RuleDefinition): string =>
  [
    implicit === true && 'runs on absent and empty fields',
    stops === true && 'stops the rules after it when it fails',
    (excludes === true || control !== undefined) && 'has no message',
  ]
    .filter((flag) => flag !== false)
    .join('; ');

const messageOf = (name: string): string =>
  Object.values(typeof english[name] === 'object' ? english[name] : [english[name] ?? ''])
    .map((text) => text.replaceAll('|', '\\|'))
    .join('<br>');

const head = `# Every validation rule

This page lists the built-in rules by name, with the message that a failing field gets in English. A field that is absent or
empty skips a rule, unless "Note" says that the rule runs there. "Schema" says whether the OpenAPI document shows the rule
exactly. How to use rules, and examples for each, are in [Validation](../validation.md).`;

/** docs/reference/rules.md, and the rules that docs/validation.md does not explain. */
export const rulesPage = (validation: string): { readonly page: string; readonly bare: string[] } => {
  const known = meanings(validation);
  const exactness = new Map<string, string>(Object.entries(ruleSchemas).map(([name, one]) => [name, one.exactness]));
  const rules = builtInRules.toSorted((one, other) => one.name.localeCompare(other.name, 'en'));
  const rows = rules.map((rule) => {
    const { written = rule.name, meaning = '' } = known.get(rule.name) ?? {};
    const names = [written, ...(rule.aliases ?? [])].map((name) => `\`${name}\``).join(', ');
    return `| ${names} | ${meaning} | ${messageOf(rule.name)} | ${flagsOf(rule)} | ${exactness.get(rule.name) ?? ''} |`;
  });
  const table = ['| Rule | Meaning | Message | Note | Schema |', '|---|---|---|---|---|', ...rows].join('\n');
  return {
    page: `${head}\n\n${table}\n`,
    bare: rules.map(({ name }) => name).filter((name) => !known.has(name)),
  };
};
