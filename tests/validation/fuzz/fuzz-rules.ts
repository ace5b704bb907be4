import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { FrameworkError } from '@taproot/core';
import { FilterRegistry } from '../../../plugins/validation/src/filters/filter-registry.ts';
import type { Check, RuleDefinition } from '../../../plugins/validation/src/rules/definition.ts';
import { builtInRules } from '../../../plugins/validation/src/rules/index.ts';
import { RuleRegistry } from '../../../plugins/validation/src/rules/registry.ts';
import type { Validator } from '../../../plugins/validation/src/validator.ts';
import { Random } from '../../support/random.ts';
import { allCases } from '../cases/all-cases.ts';
import { absent, others, type RuleCase } from '../cases/case.ts';
import { Engine } from '../validators.ts';
import { hostileValues } from './hostile-values.ts';

/** What came of many evaluations. */
export interface RuleFuzz {
  readonly rules: number;
  readonly passed: number;
  readonly failed: number;
  /** What was not as it must be. */
  readonly faults: readonly string[];
}

/** The rule, telling of every verdict that is no boolean. */
const watched = (definition: RuleDefinition, tell: (verdict: unknown) => void): RuleDefinition => ({
  ...definition,
  compile(call) {
    const check = definition.compile(call);
    const seen = (verdict: boolean): boolean => {
      if (typeof verdict !== 'boolean') tell(verdict);
      return verdict;
    };
    const watch: Check = (value, scope) => {
      const verdict = check(value, scope);
      return verdict instanceof Promise ? verdict.then(seen) : seen(verdict);
    };
    return watch;
  },
});

/** An engine of the built-in rules that tells of each verdict that is no boolean. */
export const createEngine = (tell: (rule: string, verdict: unknown) => void): Engine =>
  new Engine({
    rules: new RuleRegistry(builtInRules.map((rule) => watched(rule, (verdict) => tell(rule.name, verdict)))),
    filters: new FilterRegistry([]),
    services: {
      now: () => 0,
      presence: { present: async ({ values }) => values.map((value) => String(value).length % 2 === 0) },
      resolver: { resolve: async (host) => (host.length % 2 === 0 ? ['93.184.216.34'] : []) },
    },
    limits: { fields: 10_000, failures: 1000 },
    timeout: 10,
    translator: null,
    localeOf: () => 'en',
  });

const rulesOf = ({ rule, options }: RuleCase): readonly unknown[] =>
  options === undefined ? [rule] : [{ rule, parameters: [], options }];

const inputOf = (random: Random, files: readonly unknown[]): Record<string, unknown> => {
  const value = (): unknown => random.pick(random.below(20) === 0 ? files : hostileValues);
  const beside = random.below(2) === 0 ? others : { ...others, o: value(), p: value(), l: value(), z: value() };
  const input = { ...beside, f: value() };
  return Object.fromEntries(Object.entries(input).filter(([, entry]) => entry !== absent));
};

// Not String(), which would itself fail on what is nested deep.
const shown = (value: unknown): string =>
  inspect(value instanceof Error ? value.message : value, { depth: 1, maxStringLength: 60, maxArrayLength: 5 });

/** What nests without end is valid by most rules, but cannot be handed out. */
const readValid = (validator: Validator): void => {
  try {
    validator.validated();
  } catch (error) {
    if (!(error instanceof FrameworkError) || error.code !== 'E_DATA_DEPTH') throw error;
  }
};

/** Evaluates every rule under every name in turn, `count` times in all, each on a hostile value and twice. */
export const fuzzRules = async (count: number, seed: number): Promise<RuleFuzz> => {
  const folder = await mkdtemp(join(tmpdir(), 'fuzz-'));
  const random = new Random(seed);
  const faults: string[] = [];
  const engine = createEngine((rule, verdict) => faults.push(`${rule} answered ${String(verdict)}`));
  let passed = 0;
  try {
    const cases = await allCases(folder);
    const files = cases.filter(({ rule }) => /^(?:image|mimes|encoding)/.test(rule)).map((one) => one.fails);
    const maps = cases.map((one) => ({ f: rulesOf(one) }));
    for (let i = 0; i < count; i++) {
      const rules = maps[i % maps.length] ?? {};
      const data = inputOf(random, files);
      try {
        const first = await engine.validate(null, data, rules);
        const second = await engine.validate(null, data, rules);
        const messages = JSON.stringify(first.errors());
        if (JSON.stringify(second.errors()) !== messages) faults.push(`${JSON.stringify(rules)} is not stable`);
        if (first.passes()) passed++;
        if (first.passes()) readValid(first);
        else if (first.errors().one('f') === '') faults.push(`${JSON.stringify(rules)} has no message`);
      } catch (error) {
        faults.push(`${JSON.stringify(rules)} on ${shown(data['f'])}: ${shown(error)}`);
      }
    }
    return { rules: maps.length, passed, failed: count - passed, faults };
  } finally {
    await rm(folder, { recursive: true });
  }
};
