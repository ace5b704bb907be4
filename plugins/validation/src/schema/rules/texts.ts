import { literal, valuesOf } from '../../json-schema/facts.ts';
import type { JsonSchema, JsonType } from '../../json-schema/json-schema.ts';
import { compilePattern } from '../../patterns/compile-pattern.ts';
import { ofRegExp, readPattern, type WrittenPattern } from '../../patterns/written-pattern.ts';
import type { RuleSchema, RuleSchemas, RuleUse } from '../../rules/rule-schema.ts';

const isText = ({ has }: RuleUse): boolean => has('string');
const isTextOrList = ({ has }: RuleUse): boolean => has('string') || has('list');

const scalars: readonly JsonType[] = ['boolean', 'number', 'string'];

/** Clients are advised to send a string, unless another rule asks for a number or a boolean. */
const scalarsOf = ({ advised, kind, has }: RuleUse): JsonType | readonly JsonType[] =>
  advised && kind !== 'numeric' && !has('boolean') ? 'string' : scalars;

const beyond = 'numbers and booleans, which the rule compares as text; beside `string` the schema is exact';

const refuse = (reason: string): never => {
  throw new Error(reason);
};

const writtenPattern = ({ options, parameters: [text = ''] }: RuleUse): WrittenPattern => {
  const written = options instanceof RegExp ? ofRegExp(options, refuse) : readPattern(text, refuse);
  compilePattern(written, refuse);
  return written;
};

/** JSON Schema has no flags: a pattern with `i` or `s` goes into the description. */
const pattern = (use: RuleUse, wanted: boolean): JsonSchema => {
  const { source, flags } = writtenPattern(use);
  const type = { type: scalarsOf(use) };
  if (flags !== 'u') {
    use.note(`${wanted ? 'Matches' : 'Does not match'} the pattern \`/${source}/${flags}\`.`);
    use.gap('JSON Schema has no flags of patterns');
    return type;
  }
  return wanted ? { ...type, pattern: source } : { ...type, not: { type: 'string', pattern: source } };
};

const regex = (wanted: boolean): RuleSchema => ({
  exactness: 'inexact',
  beyond: `${beyond} up to 10,000 characters; with the flags i and s, all strings`,
  value: (use) => pattern(use, wanted),
});

const affix = (wanted: boolean, before: string, after: string): RuleSchema => ({
  exactness: 'inexact',
  beyond,
  exactIn: isText,
  value: (use) => {
    const found = `${before}(?:${use.parameters.map(literal).join('|')})${after}`;
    const type = { type: scalarsOf(use) };
    return wanted ? { ...type, pattern: found } : { ...type, not: { type: 'string', pattern: found } };
  },
});

const containers: readonly JsonType[] = ['array', ...scalars];

const entry = (part: string): JsonSchema => ({ contains: { enum: valuesOf(part) } });

/** The requirements for a password. */
const password = ({ parameters }: RuleUse): JsonSchema => {
  const options = parameters.map((parameter) => parameter.trim());
  const limit = (name: string, usual: number): number =>
    options.reduce((found, option) => {
      const [, own, bare] = new RegExp(`^(?:${name}=(\\d+)|${name === 'min' ? '(\\d+)' : '(?!)'})$`).exec(option) ?? [];
      return own === undefined && bare === undefined ? found : Number(own ?? bare);
    }, usual);
  const needs = options.flatMap((option) => kinds[option] ?? []);
  return {
    type: 'string',
    format: 'password',
    minLength: limit('min', 8),
    maxLength: limit('max', 128),
    ...(needs.length === 0 ? {} : { pattern: `^${needs.map((need) => `(?=[\\s\\S]*${need})`).join('')}` }),
  };
};

const kinds: Readonly<Record<string, readonly string[]>> = {
  letters: ['\\p{L}'],
  mixed_case: ['\\p{Lu}', '\\p{Ll}'],
  numbers: ['\\p{N}'],
  symbols: ['[\\p{P}\\p{S}\\p{Z}]'],
};

/** Rules for the content of strings and lists. */
export const textSchemas: RuleSchemas = {
  regex: regex(true),
  not_regex: regex(false),
  starts_with: affix(true, '^', ''),
  ends_with: affix(true, '', '$'),
  doesnt_start_with: affix(false, '^', ''),
  doesnt_end_with: affix(false, '', '$'),
  contains: {
    exactness: 'inexact',
    beyond: 'numbers and booleans, which the rule compares as text; of strings and lists the schema is exact',
    exactIn: isTextOrList,
    value: ({ parameters }) => ({
      type: containers,
      pattern: `^${parameters.map((part) => `(?=[\\s\\S]*${literal(part)})`).join('')}`,
      allOf: parameters.map(entry),
    }),
  },
  doesnt_contain: {
    exactness: 'inexact',
    beyond: 'numbers and booleans, which the rule compares as text; of strings and lists the schema is exact',
    exactIn: isTextOrList,
    value: ({ parameters }) => ({
      type: containers,
      pattern: `^(?![\\s\\S]*(?:${parameters.map(literal).join('|')}))`,
      items: { not: { enum: parameters.flatMap(valuesOf) } },
    }),
  },
  password: { exactness: 'inexact', beyond: 'unpaired surrogates', value: password },
};
