import { FrameworkError } from '@taproot/core';
import { createEngine } from './fuzz-rules.ts';

/** Numbers from 0 to 1, the same in every run (mulberry32). */
const random = (seed: number) => {
  let state = seed;
  return (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
};

const pick = <Item>(items: readonly Item[], next: () => number): Item =>
  items[Math.floor(next() * items.length)] as Item;

const words = String.raw`required string integer min:3 in:a,b same:b required_if:b,1 exclude_if:t.*,x bail nullable
  sometimes distinct confirmed regex:^a|b$ exclude_with:b required_without_all:b,t.0 | || : , \ \| \, __proto__
  same:__proto__ same:a..b ünï *`
  .split(/\s+/)
  .concat('', ' ', '\u0000');

const paths = ['a', 'b', 't', 't.*', 't.0', 't.*.n', 'u.*.*', 'u.x.n', '*', '*.n', String.raw`a\.b`, 'a.length'];

const scalars: readonly unknown[] = [undefined, null, '', ' ', 'a', '1', 0, -0, 1, Number.NaN, 1n, true, false];
const odd: readonly unknown[] = [new Date(Number.NaN), new Map(), Symbol('s'), () => 1, '\ud800', '😀'.repeat(9)];
const nested: readonly unknown[] = [
  [],
  {},
  [[]],
  [{}],
  [null, 'a', 'a'],
  { n: 'a' },
  { x: { n: 1 } },
  Object.create(null),
];
const hostile: unknown = JSON.parse('{"__proto__": {"n": 1}, "toString": 1, "": 2, "a.b": 3}');
const values = [...scalars, ...odd, ...nested, hostile];

/** So many random rule maps on hostile data: those that ran, and what was neither an answer nor a typed error. */
export const fuzzRuleMaps = (count: number, seed: number) => {
  const next = random(seed);
  const faults: string[] = [];
  const engine = createEngine((rule, verdict) => faults.push(`${rule} answered ${String(verdict)}`));
  let ran = 0;
  for (let i = 0; i < count; i++) {
    const text = Array.from({ length: 1 + Math.floor(next() * 4) }, () => pick(words, next)).join(
      pick(['|', '|', ''], next),
    );
    const rules = { [pick(paths, next)]: text, [pick(paths, next)]: pick([text, text.split('|')], next) };
    const data = { a: pick(values, next), b: pick(values, next), t: pick(values, next), u: pick(values, next) };
    try {
      const first = engine.validate(null, data, rules);
      const second = engine.validate(null, data, rules);
      if (first instanceof Promise || second instanceof Promise) throw new Error('nothing here waits');
      if (JSON.stringify(second.errors()) !== JSON.stringify(first.errors()))
        faults.push(`${JSON.stringify(rules)} is not stable`);
      if (first.passes()) first.validated();
      ran++;
    } catch (error) {
      if (!(error instanceof FrameworkError)) faults.push(`${JSON.stringify(rules)}: ${String(error)}`);
    }
  }
  return { count, ran, faults };
};
