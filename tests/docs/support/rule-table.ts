import type { RuleSchemas } from '@taproot/validation/schema';

const order = ['exact', 'inexact', 'none'] as const;

const cell = (text: string): string => text.replaceAll('|', '\\|');

/** The built-in rules and how well their schemas say what they say, as a table of Markdown. */
export const ruleTable = (schemas: RuleSchemas): string => {
  const entries = Object.entries(schemas);
  const counts = order.map((exactness) => entries.filter(([, schema]) => schema.exactness === exactness).length);
  const rows = order.flatMap((exactness) =>
    entries
      .filter(([, schema]) => schema.exactness === exactness)
      .map(([name, { beyond = '' }]) => `| \`${name}\` | ${exactness} | ${cell(beyond)} |`),
  );
  const [exact = 0, inexact = 0, none = 0] = counts;
  return [
    `Of ${entries.length} rules ${exact} are exact, ${inexact} are inexact, and ${none} have no schema.`,
    '',
    '| Rule | Schema | Accepts beyond the rule |',
    '|---|---|---|',
    ...rows,
  ].join('\n');
};
