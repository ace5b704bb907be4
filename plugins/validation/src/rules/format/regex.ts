import { compilePattern, type Pattern } from '../../patterns/compile-pattern.ts';
import { ofRegExp, readPattern } from '../../patterns/written-pattern.ts';
import { type Check, defineRule, type RuleCall, type RuleDefinition } from '../../rule/rule.ts';
import { toText } from '../../values/scalars.ts';

const patternOf = (call: RuleCall): Pattern => {
  const refuse = (reason: string): never => call.fail(reason);
  const { options } = call;
  const written = options instanceof RegExp ? ofRegExp(options, refuse) : readPattern(call.parameters[0] ?? '', refuse);
  return compilePattern(written, refuse);
};

/**
 * Values that no expression can be tested on are not valid: lists, maps, null, strings that are too long, and unpaired
 * surrogates.
 */
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

/** Patterns that the application writes; numbers and booleans are tried as strings. */
export const regexRules: readonly RuleDefinition[] = [patternRule('regex', true), patternRule('not_regex', false)];
