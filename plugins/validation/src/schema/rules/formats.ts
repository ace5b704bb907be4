import type { JsonSchema } from '../../json-schema/json-schema.ts';
import type { RuleSchema, RuleSchemas, RuleUse } from '../../rules/rule-schema.ts';

const solid = (pattern: string, schema: JsonSchema = {}): RuleSchema => ({
  exactness: 'exact',
  solid: true,
  value: () => ({ type: 'string', ...schema, pattern }),
});

const inexact = (beyond: string, schema: JsonSchema, pattern: string): RuleSchema => ({
  exactness: 'inexact',
  beyond,
  solid: true,
  value: () => ({ type: 'string', ...schema, pattern }),
});

/** A schema for the class `unicode` without invisible characters, or for `ascii`. */
const alphabet = (unicode: string, ascii: string): RuleSchema => ({
  exactness: 'exact',
  solid: true,
  value: ({ parameters }) => ({
    type: 'string',
    pattern: parameters[0] === 'ascii' ? ascii : `^(?!.*\\p{Default_Ignorable_Code_Point})${unicode}$`,
  }),
});

const hex = '[\\da-fA-F]';

const uuidPattern = (version: string, variant: string): string =>
  `^${hex}{8}-${hex}{4}-${version}${hex}{3}-${variant}${hex}{3}-${hex}{12}$`;

const anyUuid = `^${hex}{8}(?:-${hex}{4}){3}-${hex}{12}$`;
const variant = '[89abAB]';

const uuid = ({ parameters: [option] }: RuleUse): JsonSchema => {
  if (option === undefined) return { type: 'string', format: 'uuid', pattern: anyUuid };
  if (option === 'nil') return { type: 'string', format: 'uuid', enum: ['00000000-0000-0000-0000-000000000000'] };
  if (option === 'max')
    return { type: 'string', format: 'uuid', pattern: '^[fF]{8}-[fF]{4}-[fF]{4}-[fF]{4}-[fF]{12}$' };
  return { type: 'string', format: 'uuid', pattern: uuidPattern(option, variant) };
};

const url: RuleSchema = inexact(
  'addresses that cannot be, and schemes that the rule does not name',
  { format: 'uri', maxLength: 2048 },
  '^[A-Za-z][A-Za-z\\d+.\\-]*:\\/\\/\\S+$',
);

const address = (format?: string): RuleSchema =>
  inexact('strings that are not addresses', format === undefined ? {} : { format }, '^[\\dA-Fa-f.:]+$');

/** Rules on the form of a text. */
export const formatSchemas: RuleSchemas = {
  alpha: alphabet('\\p{L}[\\p{L}\\p{M}]*', '^[A-Za-z]+$'),
  alpha_num: alphabet('[\\p{L}\\p{Nd}][\\p{L}\\p{M}\\p{Nd}]*', '^[A-Za-z\\d]+$'),
  alpha_dash: alphabet('[\\p{L}\\p{Nd}_\\-][\\p{L}\\p{M}\\p{Nd}_\\-]*', '^[\\w\\-]+$'),
  ascii: { exactness: 'exact', value: () => ({ type: 'string', pattern: '^[\\u0001-\\u007f]+$' }) },
  lowercase: {
    exactness: 'exact',
    value: () => ({ type: 'string', pattern: '^\\P{Changes_When_Lowercased}*$' }),
  },
  uppercase: {
    exactness: 'exact',
    value: () => ({ type: 'string', pattern: '^\\P{Changes_When_Uppercased}*$' }),
  },
  email: inexact(
    'strings with an @ that are not addresses',
    { format: 'email', maxLength: 254 },
    '^[^\\s@]+@[^\\s@]+$',
  ),
  url,
  active_url: url,
  ip: address(),
  ipv4: address('ipv4'),
  ipv6: address('ipv6'),
  mac_address: solid(`^${hex}{2}(?:[:\\-]${hex}{2}){5}$`),
  uuid: { exactness: 'exact', solid: true, value: uuid },
  uuid3: solid(uuidPattern('3', hex), { format: 'uuid' }),
  uuid4: solid(uuidPattern('4', variant), { format: 'uuid' }),
  uuid5: solid(uuidPattern('5', variant), { format: 'uuid' }),
  ulid: solid('^[\\dA-HJKMNP-TV-Za-hjkmnp-tv-z]{26}$'),
  hex_color: solid(`^#(?:${hex}{3,4}|${hex}{6}|${hex}{8})$`),
  json: {
    exactness: 'inexact',
    beyond: 'strings that are not JSON',
    value: () => ({ type: 'string', contentMediaType: 'application/json' }),
  },
  timezone: inexact('names that no time zone has', { maxLength: 64 }, '^[A-Z][\\w+\\-]*(?:\\/[A-Z][\\w+\\-]*)*$'),
};
