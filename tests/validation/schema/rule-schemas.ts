import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { builtInRules } from '../../../plugins/validation/src/rules/index.ts';
import { Random } from '../../support/random.ts';
import { allCases, headOf } from '../cases/all-cases.ts';
import { absent, others, type RuleCase } from '../cases/case.ts';
import { createEngine } from '../fuzz/fuzz-rules.ts';
import { jsonValues, valueFor } from './json-values.ts';
import { faultOf, type Judged, judge } from './judge.ts';

/** What came of many values for the schemas of all rules. */
export interface SchemaTally {
  readonly maps: number;
  /** Values judged in uses that the schema says exactly. */
  readonly exact: number;
  /** Values judged in other uses. */
  readonly inexact: number;
  readonly faults: readonly string[];
}

const companions: readonly (readonly string[])[] = [
  [],
  ['required'],
  ['nullable'],
  ['filled'],
  ['present', 'nullable'],
  ['sometimes', 'required'],
  ['string'],
  ['required', 'string'],
  ['integer'],
  ['integer:strict'],
  ['numeric:strict'],
  ['list'],
  ['required', 'array'],
  ['boolean:strict'],
];

const places: readonly string[] = ['f', 'a.f', 'items.*.f', 'f.*', 'f.0', 'a.0.f'];

/** Rules of one use, at a place. Others that the rule names stay at the root. */
const mapsOf = (one: RuleCase): readonly Readonly<Record<string, unknown>>[] => {
  const rule = one.options === undefined ? one.rule : { rule: one.rule, parameters: [], options: one.options };
  return [
    ...companions.map((companion) => ({ f: [...companion, rule] })),
    ...places.map((place) => ({ [place]: [rule, ...(one.with ?? [])] })),
    { 'a.f': ['required', rule] },
    { 'items.*.f': ['nullable', rule], 'items.*.g': 'required' },
  ];
};

/** The value at a place, in an input that may lack any part of the way there. */
const inputAt = (place: string, value: unknown, random: Random): Record<string, unknown> => {
  const build = (keys: readonly string[]): unknown => {
    const [key, ...rest] = keys;
    if (key === undefined) return value;
    if (random.chance(0.06)) return random.pick(jsonValues);
    const inner = (): unknown => build(rest);
    if (key === '*' || (key === '0' && random.chance(0.6))) {
      const entries = random.list(random.below(3) + (key === '0' ? 1 : 0), inner);
      return entries.filter((entry) => entry !== absent);
    }
    const entry = inner();
    return { ...(entry === absent ? {} : { [key]: entry }), ...(random.chance(0.3) ? { g: 1 } : {}) };
  };
  const built = build(place.split('.'));
  return typeof built === 'object' && built !== null && !Array.isArray(built) ? { ...built } : {};
};

const besideOf = (random: Random): Record<string, unknown> => {
  const entries = Object.entries(random.chance(0.5) ? others : {}).map(
    ([key, value]) => [key, random.chance(0.3) ? random.pick(jsonValues) : value] as const,
  );
  return Object.fromEntries(entries.filter(([, value]) => value !== absent));
};

const mostFaults = 20;

const withoutAbsent = (data: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(data).filter(([, value]) => value !== absent));

const respelled = (value: unknown): readonly unknown[] =>
  typeof value === 'string'
    ? [value, value.toUpperCase(), value.toLowerCase(), ` ${value} `, `${value}\n`, `${value}0`, value.slice(1)]
    : [value];

/** Inputs at the edges of a rule that stands at `f`: every kind of value for it, and for each field that it names. */
const edgesOf = (one: RuleCase): readonly Record<string, unknown>[] => {
  const own = [one.passes, one.fails].filter(isJson).flatMap(respelled);
  const named = Object.keys(others).filter((other) => new RegExp(`[:,]${other}(?:,|$)`).test(one.rule));
  return [
    ...[...jsonValues, ...own].map((f) => ({ ...others, f })),
    ...named.flatMap((other) =>
      jsonValues.flatMap((value) => [...own, absent].map((f) => ({ ...others, [other]: value, f }))),
    ),
  ].map(withoutAbsent);
};

// Holders of a field that lack it, or are none.
const holders: readonly Record<string, unknown>[] = [
  {},
  ...[null, '', ' ', 'x', 1, true, [], {}, [{}], { x: {} }, [[]], [''], [null]].flatMap((value) => [
    { f: value },
    { a: value },
    { items: value },
  ]),
].map((holder) => ({ ...others, ...holder }));

const isJson = (value: unknown): boolean => ['string', 'number', 'boolean'].includes(typeof value);

/** Judges the schema of every rule in many uses on `count` values each; up to 100 of them, on a tenth of the edges. */
export const judgeRuleSchemas = async (count: number, seed: number, only?: string): Promise<SchemaTally> => {
  const random = new Random(seed);
  const engine = createEngine(() => undefined);
  const folder = await mkdtemp(join(tmpdir(), 'schemas-'));
  const faults: string[] = [];
  const tally = { maps: 0, exact: 0, inexact: 0 };
  try {
    const names = new Set(only === undefined ? builtInRules.map(({ name }) => name) : [only]);
    for (const one of await allCases(folder)) {
      if (!names.has(headOf(one.rule))) continue;
      for (const typed of count > 100 ? [true, false] : [true]) {
        const maps = mapsOf(one);
        // To compile a schema takes longer than to judge by it: a few uses of each rule are enough for a few values.
        const some = count > 100 ? maps : [{ f: maps[0]?.['f'] }, ...random.list(1, () => random.pick(maps))];
        const judgedMaps = some.map((map) => judge(map, { typed }));
        tally.maps += judgedMaps.length;
        const judgeOn = async (judged: Judged, data: Readonly<Record<string, unknown>>): Promise<void> => {
          tally[judged.isExact ? 'exact' : 'inexact']++;
          const fault = await faultOf(judged, engine, data, typed);
          if (fault !== null && faults.length < mostFaults) faults.push(fault);
        };
        for (const [at, judged] of judgedMaps.entries()) {
          const edges = at === 0 ? edgesOf(one) : holders;
          for (const data of count > 100 ? edges : random.list(edges.length / 10, () => random.pick(edges)))
            await judgeOn(judged, data);
          const [place = 'f'] = Object.keys(judged.rules);
          for (let i = 0; i < count / judgedMaps.length; i++)
            await judgeOn(judged, { ...besideOf(random), ...inputAt(place, valueFor(one, random), random) });
        }
      }
    }
    return { ...tally, faults };
  } finally {
    await rm(folder, { recursive: true });
  }
};
