import { defineRule, type RuleDefinition } from '../rule/rule.ts';

/** `Rule.anyOf([...])`: the value passes one of several sets of rules. */
export const anyOf: RuleDefinition = defineRule({
  name: 'any_of',
  compile: (call) => {
    const { options } = call;
    if (!Array.isArray(options) || options.length === 0)
      return call.fail('it has no alternatives; use Rule.anyOf([...])');
    const alternatives = options.map((rules: unknown) => call.nested(rules));
    return (value, scope) => {
      const waiting: Promise<boolean>[] = [];
      try {
        for (const passes of alternatives) {
          const verdict = passes(value, scope);
          if (verdict === true) {
            abandon(waiting);
            return true;
          }
          if (verdict !== false) waiting.push(verdict);
        }
      } catch (error) {
        abandon(waiting);
        throw error;
      }
      return waiting.length === 0 ? false : anyPasses(waiting);
    };
  },
});

/** These promises are never awaited, and an unhandled rejection would end the process. */
const abandon = (verdicts: readonly Promise<boolean>[]): void => {
  for (const verdict of verdicts) verdict.catch(() => undefined);
};

const anyPasses = async (verdicts: readonly Promise<boolean>[]): Promise<boolean> =>
  (await Promise.all(verdicts)).includes(true);
