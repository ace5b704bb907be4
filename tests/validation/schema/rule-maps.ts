import { Random } from '../../support/random.ts';
import type { RuleCase } from '../cases/case.ts';
import { formatCases } from '../cases/format-cases.ts';
import { presenceCases } from '../cases/presence-cases.ts';
import { valueCases } from '../cases/value-cases.ts';
import { createEngine } from '../fuzz/fuzz-rules.ts';
import { jsonValues, valueFor } from './json-values.ts';
import { faultOf, judge } from './judge.ts';

/** What came of random maps of rules. */
export interface MapTally {
  readonly exact: number;
  readonly inexact: number;
  readonly passed: number;
  readonly faults: readonly string[];
}

// Rules of one field that speak of others, beside it, around it and far from it.
const near: readonly string[] = [
  'required_if:a.g,1',
  'required_with:items.*.g',
  'required_without:items.*.g',
  'required_unless:items.*.g,null',
  'prohibited_if:o,1',
  'prohibits:a.g',
  'missing_with:items.0.g',
  'exclude_if:o,1',
  'exclude_unless:items.*.g,x',
  'present_with_all:a.f,a.g',
  'accepted_if:a.g,x',
  'same:a.g',
  'confirmed:items.*.g',
  'confirmed',
];

const cases: readonly RuleCase[] = [...presenceCases, ...valueCases, ...formatCases];

const paths: readonly string[] = [
  'f',
  'o',
  'p',
  'l',
  'a',
  'a.f',
  'a.g',
  'items',
  'items.*',
  'items.*.f',
  'items.*.g',
  'l.*',
  'a.*',
  'items.0.f',
];

// A `*` in a parameter needs one in the field.
const nearby: readonly string[] = near.filter((rule) => !rule.includes('*'));

const ruleOf = (random: Random, field: string): unknown => {
  if (random.chance(0.25)) return random.pick(field.includes('*') ? near : nearby);
  if (random.chance(0.25))
    return random.pick(['required', 'nullable', 'sometimes', 'list', 'map', 'string', 'integer']);
  const { rule, options } = random.pick(cases);
  return options === undefined ? rule : { rule, parameters: [], options };
};

const mapOf = (random: Random): Record<string, unknown> =>
  Object.fromEntries(
    random.list(1 + random.below(4), () => {
      const field = random.pick(paths);
      return [field, random.list(1 + random.below(3), () => ruleOf(random, field))];
    }),
  );

const inputOf = (random: Random): Record<string, unknown> => {
  const value = (): unknown => {
    const found = random.chance(0.5) ? valueFor(random.pick(cases), random) : random.pick(jsonValues);
    return typeof found === 'symbol' ? null : found;
  };
  const some = (keys: readonly string[]): Record<string, unknown> =>
    Object.fromEntries(keys.filter(() => random.chance(0.7)).map((key) => [key, random.chance(0.3) ? 1 : value()]));
  const input: Record<string, unknown> = some(['f', 'o', 'p', 'z', 'q', 'f_confirmation']);
  if (random.chance(0.8)) input['a'] = random.chance(0.85) ? some(['f', 'g']) : value();
  if (random.chance(0.8))
    input['items'] = random.chance(0.85)
      ? random.list(random.below(3), () => (random.chance(0.85) ? some(['f', 'g']) : value()))
      : value();
  if (random.chance(0.8)) input['l'] = random.chance(0.7) ? random.list(random.below(3), value) : value();
  return input;
};

const mostFaults = 20;

/** The same as a form sends it: nothing but text in lists and objects. */
const asText = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(asText);
  if (typeof value !== 'object' || value === null) return String(value);
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, asText(inner)]));
};

/** Judges `maps` random maps of rules, each on some inputs. */
export const judgeRuleMaps = async (maps: number, seed: number): Promise<MapTally> => {
  const random = new Random(seed);
  const engine = createEngine(() => undefined);
  const faults: string[] = [];
  const tally = { exact: 0, inexact: 0, passed: 0 };
  for (let i = 0; i < maps; i++) {
    const typed = random.chance(0.5);
    const mode = random.chance(0.3) ? 'text' : 'json';
    const map = mapOf(random);
    const judged = judge(map, { typed, mode });
    const advised = judge(map, { typed, mode, view: 'advised' });
    for (let turn = 0; turn < 20; turn++) {
      const sent = inputOf(random);
      const data = mode === 'text' ? (asText(sent) as Record<string, unknown>) : sent;
      tally[judged.isExact ? 'exact' : 'inexact']++;
      const fault = await faultOf(judged, engine, data, typed);
      if (fault !== null && faults.length < mostFaults) faults.push(fault);
      const passes = judged.accepts(data);
      if (passes) tally.passed++;
      else if (advised.accepts(data))
        faults.push(`${JSON.stringify(map)} advises ${JSON.stringify(data)}, which it refuses`);
    }
  }
  return { ...tally, faults };
};
