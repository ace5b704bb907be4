import { FrameworkError } from '@taproot/core';
import { FilterRegistry } from '../../../plugins/validation/src/filters/filter-registry.ts';
import { builtInRules } from '../../../plugins/validation/src/rules/index.ts';
import { RuleRegistry } from '../../../plugins/validation/src/rules/registry.ts';
import { Engine } from '../validators.ts';

const engine = new Engine({
  rules: new RuleRegistry(builtInRules),
  filters: new FilterRegistry([]),
  services: { now: () => 0, presence: null, resolver: { resolve: async () => [] } },
  limits: { fields: 10, failures: 10 },
  timeout: 5,
  translator: null,
  localeOf: () => 'en',
});

/** What a pattern ended in: an error when it is read, or verdicts. */
export type Trial = { readonly refused: FrameworkError } | { readonly verdicts: readonly boolean[] };

const decide = (rules: Readonly<Record<string, unknown>>, text: string): boolean => {
  const validator = engine.validate(null, { f: text }, rules);
  if (validator instanceof Promise) throw new Error('A pattern does not wait.');
  return validator.passes();
};

/** Milliseconds of one decision, the best of three: a pause of the machine is no fault of the pattern. */
const timeOf = (rules: Readonly<Record<string, unknown>>, text: string): number =>
  Math.min(
    ...[1, 2, 3].map(() => {
      const start = performance.now();
      decide(rules, text);
      return performance.now() - start;
    }),
  );

// The longest text that is tried is shorter than the longest sent.
const lengths = [100, 1000, 9990, 30_000];

const subjectsOf = (texts: readonly string[]): string[] =>
  texts.flatMap((text) => lengths.map((length) => text.slice(-length)));

/** Milliseconds of the slowest decision of a pattern that is not refused. */
export const slowestOf = (rule: 'regex' | 'not_regex', pattern: string, texts: readonly string[]): number =>
  Math.max(...subjectsOf(texts).map((text) => timeOf({ f: [`${rule}:${pattern}`] }, text)));

/** Tries `regex` or `not_regex` with a pattern on beginnings and ends of the texts. */
export const tryPattern = (rule: 'regex' | 'not_regex', pattern: string, texts: readonly string[]): Trial => {
  const rules = { f: [`${rule}:${pattern}`] };
  try {
    decide(rules, 'x');
  } catch (error) {
    if (error instanceof FrameworkError) return { refused: error };
    throw error;
  }
  return { verdicts: subjectsOf(texts).map((text) => decide(rules, text)) };
};
