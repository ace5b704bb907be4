import { refuseOption } from '../../rule/refuse-option.ts';
import { defineRule, type RuleDefinition } from '../../rule/rule.ts';
import { textRule } from './text-rule.ts';

// Selectors of variants, joiners, fillers: letters and marks that nobody sees, so that two names look alike.
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
