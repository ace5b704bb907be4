import type { JsonSchema } from '../../json-schema/json-schema.ts';
import type { RuleSchema, RuleSchemas, RuleUse } from '../../rules/rule-schema.ts';

const dayLayouts = new Set(['Y-m-d', '2006-01-02']);
const momentLayouts = new Set([
  'Y-m-d\\TH:i:sP',
  'Y-m-d\\TH:i:sp',
  '2006-01-02T15:04:05Z07:00',
  '2006-01-02T15:04:05-07:00',
]);

// A date is not longer than this, and has a digit or a letter.
const text: JsonSchema = { type: 'string', maxLength: 100, pattern: '[\\dA-Za-z]' };

const byLayout = ({ parameters, note }: RuleUse): JsonSchema => {
  const [only = ''] = parameters;
  if (parameters.length === 1 && dayLayouts.has(only))
    return { type: 'string', format: 'date', pattern: '^\\d{4}-\\d{2}-\\d{2}$' };
  if (parameters.length === 1 && momentLayouts.has(only))
    return {
      type: 'string',
      format: 'date-time',
      pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}(?:Z|[+\\-]\\d{2}:\\d{2})$',
    };
  note(`A date in the format ${parameters.map((layout) => `\`${layout}\``).join(' or ')}.`);
  return text;
};

const bound = (words: string): RuleSchema => ({
  exactness: 'inexact',
  beyond: 'dates out of bounds, which the description names',
  value: ({ parameters: [date = ''], note }) => {
    note(`${words} \`${date}\`.`);
    return { type: 'string' };
  },
});

/** Rules on dates. */
export const dateSchemas: RuleSchemas = {
  date: {
    exactness: 'inexact',
    beyond: 'strings that are not dates',
    solid: true,
    value: ({ note }) => {
      note('A date such as 2026-01-31 or 2026-01-31T12:00:00Z.');
      return text;
    },
  },
  date_format: {
    exactness: 'inexact',
    beyond: 'days that no month has, and strings in another format than those of RFC 3339',
    value: byLayout,
  },
  date_equals: bound('The date'),
  before: bound('Before'),
  before_or_equal: bound('Before or at'),
  after: bound('After'),
  after_or_equal: bound('After or at'),
};
