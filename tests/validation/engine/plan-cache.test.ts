import { describe, expect, test } from '@jest/globals';
import { defineRules, Rule } from '../../../plugins/validation/src/authoring.ts';
import { Plan } from '../../../plugins/validation/src/engine/plan.ts';
import { PlanCache } from '../../../plugins/validation/src/engine/plan-cache.ts';
import { RuleRegistry } from '../../../plugins/validation/src/rules/registry.ts';
import { testRules } from './support.ts';

type Map = Readonly<Record<string, unknown>>;

const registry = new RuleRegistry(testRules);

const planOf = (rules: Map): Plan => new Plan(rules, registry);

/** A cache that tells whether it had to make a plan; where what plans hold is no matter, they may be one. */
const create = (make: (rules: Map) => Plan = planOf) => {
  const cache = new PlanCache();
  return (rules: Map): boolean => {
    let made = false;
    cache.find(rules, () => {
      made = true;
      return make(rules);
    });
    return made;
  };
};

const store = (): Map => ({ name: 'required|string', email: 'required' });
const update = (id: number): Map => ({ name: 'required|string', email: `required|in:${id}` });
const ignoring = (id: number): Map => ({ email: ['required', { rule: 'in', parameters: ['a'], options: { id } }] });

const wide = (id: number): Map => ({
  ...Object.fromEntries(Array.from({ length: 40 }, (_, at) => [`field_${at}`, 'string'])),
  ...update(id),
});

describe('plans', () => {
  test('of maps that say the same are made once', () => {
    const makes = create();
    expect([makes(store()), makes(store()), makes(update(1)), makes(update(1))]).toEqual([true, false, true, false]);
  });

  test.each([
    ['texts', update, 2],
    ['rule objects', ignoring, 1],
    ['texts, of forms with many fields', wide, 42],
  ])('of maps that differ from request to request by %s are forgotten', (_what, rules, fields) => {
    const plan = planOf(rules(0));
    const makes = create(() => plan);
    const asked = Math.ceil(20_000 / fields);
    let made = 0;
    for (let id = 0; id < asked; id++) if (makes(rules(id))) made++;
    expect(made).toBe(asked);
    // How many are still there: counted from the newest, since asking is a use.
    let kept = 0;
    while (kept < asked && !makes(rules(asked - 1 - kept))) kept++;
    expect(kept).toBeGreaterThan(0);
    expect(kept * fields).toBeLessThanOrEqual(8000 + fields);
  });

  test('that are used all the while are made again each time that others have filled the cache', () => {
    const plan = planOf(update(0));
    const makes = create(() => plan);
    expect(makes(store())).toBe(true);
    let again = 0;
    for (let id = 0; id < 12_000; id++) {
      makes(update(id));
      if (id % 100 === 0 && makes(store())) again++;
    }
    expect(again).toBe(2);
  });

  test('of several hundred maps in turn stay', () => {
    const makes = create();
    for (let id = 0; id < 450; id++) makes(update(id));
    let again = 0;
    for (let turn = 0; turn < 3; turn++) for (let id = 0; id < 450; id++) if (makes(update(id))) again++;
    expect(again).toBe(0);
  });

  test('are carried by frozen maps from their third use on, and by no others', () => {
    const cache = new PlanCache();
    const carries = (rules: Map): boolean => {
      for (let turn = 0; turn < 3; turn++) cache.find(rules, () => planOf(rules));
      return cache.carried(rules) !== null;
    };
    expect(carries(Object.freeze(store()))).toBe(true);
    expect(carries(defineRules({ name: ['required', 'string', Rule.in(['a'])], email: [/x/, () => true] }))).toBe(true);
    expect(carries(store())).toBe(false);
    expect(carries(Object.freeze({ name: ['required'] }))).toBe(false);
  });
});
