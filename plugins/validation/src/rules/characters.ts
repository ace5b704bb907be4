import { compilePattern, type Pattern } from '../patterns/compile-pattern.ts';
import { ofRegExp, readPattern } from '../patterns/written-pattern.ts';
import { toText } from '../values/scalars.ts';
import { type Check, defineRule, type RuleCall, type RuleDefinition, refuseOption, textRule } from './definition.ts';

// Invisible letters and marks: variation selectors, joiners, fillers. With them, two different names could look the same.
const unseen = /\p{Default_Ignorable_Code_Point}/u;

const alphabetRule = (name: string, unicode: RegExp, ascii: RegExp): RuleDefinition =>
  defineRule({
    name,
    parameters: { min: 0, max: 1 },
    compile: (call) => {
      const [option] = call.parameters;
      if (option !== undefined && option !== 'ascii') refuseOption(call, option, ['ascii']);
      const pattern = option === undefined ? unicode : ascii;
      return (value) => typeof value === 'string' && pattern.test(value) && !unseen.test(value);
    },
  });

const isLowercase = (text: string): boolean => text === text.toLowerCase();

const isUppercase = (text: string): boolean => text === text.toUpperCase();

/**
 * Rules on the characters of a string. Letters and digits are those of every script, with their combining marks: vowels
 * of Hindi and Thai, points of Hebrew, separate accents.
 */
export const characterRules: readonly RuleDefinition[] = [
  alphabetRule('alpha', /^\p{L}[\p{L}\p{M}]*$/u, /^[A-Za-z]+$/),
  alphabetRule('alpha_num', /^[\p{L}\p{Nd}][\p{L}\p{M}\p{Nd}]*$/u, /^[A-Za-z\d]+$/),
  alphabetRule('alpha_dash', /^[\p{L}\p{Nd}_-][\p{L}\p{M}\p{Nd}_-]*$/u, /^[\w-]+$/),
  // NUL ends texts in C and is refused by PostgreSQL.
  textRule('ascii', (text) => /^[\u0001-\u007f]+$/.test(text)),
  textRule('lowercase', isLowercase),
  textRule('uppercase', isUppercase),
];

const patternOf = (call: RuleCall): Pattern => {
  const refuse = (reason: string): never => call.fail(reason);
  const { options } = call;
  const written = options instanceof RegExp ? ofRegExp(options, refuse) : readPattern(call.parameters[0] ?? '', refuse);
  return compilePattern(written, refuse);
};

/** Values to which no expression can be applied are invalid: lists, maps, null, strings that are too long, and unpaired surrogates. */
const decide =
  (pattern: Pattern, wanted: boolean): Check =>
  (value) => {
    const text = toText(value);
    if (text === null || text.length > pattern.longest || !text.isWellFormed()) return false;
    return pattern.test(text) === wanted;
  };

const patternRule = (name: string, wanted: boolean): RuleDefinition =>
  defineRule({
    name,
    raw: true,
    parameters: { min: 1, max: 1 },
    compile: (call) => decide(patternOf(call), wanted),
  });

/** Patterns that the application writes; numbers and booleans are tested as strings. */
export const regexRules: readonly RuleDefinition[] = [patternRule('regex', true), patternRule('not_regex', false)];
