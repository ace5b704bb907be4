import { inspect } from 'node:util';
import { FrameworkError } from '@taproot/core';
import { Plan } from '../../../plugins/validation/src/engine/plan.ts';
import { compilePattern } from '../../../plugins/validation/src/patterns/compile-pattern.ts';
import { builtInRules } from '../../../plugins/validation/src/rules/index.ts';
import { RuleRegistry } from '../../../plugins/validation/src/rules/registry.ts';
import { Random } from '../../support/random.ts';
import { formatCases } from '../cases/format-cases.ts';
import { presenceCases } from '../cases/presence-cases.ts';
import { valueCases } from '../cases/value-cases.ts';

/** What came of many rule texts. */
export interface TextFuzz {
  readonly parsed: number;
  readonly refused: number;
  /** Milliseconds. */
  readonly slowest: number;
  /** What was not as it must be. */
  readonly faults: readonly string[];
}

const registry = new RuleRegistry(builtInRules);

const written = [...presenceCases, ...valueCases, ...formatCases].map(({ rule }) => rule);
const patterns = ['regex:', 'not_regex:'].flatMap((rule) =>
  ['^(a+)+$', '(a|b)*c', '[a-z]{2,5}', String.raw`(?<n>\d)\k<n>`, '(?=x)y', '/a.b/is', '(?:a{0,500}){0,500}'].map(
    (pattern) => rule + pattern,
  ),
);
const parts = [...written, ...patterns, 'dimensions:min_width=1,ratio=3/2', 'mimetypes:image/*', 'mimes:jpg'];

// What means something to a reader of rules, patterns, paths, numbers or dates.
const signs = [
  ...Array.from('|:,\\.*/()[]{}?+^$-=<>!#%&"\' \t\n0123456789aAxYmdHis_'),
  '\0',
  '\ud800',
  '😀',
  'é',
  '\\|',
  '\\,',
  '\\.',
  '||',
  '::',
  '{1,9}',
  '(?:',
  '(?<',
  String.raw`\p{L}`,
  '1e9',
  '__proto__',
];

const mutate = (text: string, random: Random): string => {
  const at = random.below(text.length + 1);
  const end = Math.min(text.length, at + 1 + random.below(4));
  const [before, taken, after] = [text.slice(0, at), text.slice(at, end), text.slice(end)];
  switch (random.below(6)) {
    case 0:
      return before + after;
    case 1:
      return before + random.pick(signs) + taken + after;
    case 2:
      return before + random.pick(signs) + after;
    case 3:
      return before + taken.repeat(1 + random.below(30)) + after;
    case 4:
      return before + random.pick(parts) + after;
    default:
      return before + random.pick(signs).repeat(1 + random.below(60)) + taken + after;
  }
};

const textOf = (random: Random): string => {
  let text = Array.from({ length: 1 + random.below(4) }, () => random.pick(parts)).join('|');
  for (let turns = random.below(5); turns > 0; turns--) text = mutate(text, random);
  return text;
};

const fields = ['f', 'a.b', 'items.*', 'items.*.name'];

/** What reading the text ends with: null when it is taken, else its error. */
const read = (field: string, text: string): unknown => {
  try {
    const plan = new Plan({ [field]: text }, registry);
    return plan.fields.length > 0 ? null : new Error('The plan has no fields.');
  } catch (error) {
    return error;
  }
};

/** Milliseconds of computing: what other processes take is no fault of a text. */
const timed = (work: () => unknown): number => {
  const start = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
};

let forgotten = 0;

/** Pushes out the patterns that were compiled before. */
const forgetPatterns = (): void => {
  const refuse = (reason: string): never => {
    throw new Error(reason);
  };
  for (let i = 0; i < 1100; i++) compilePattern({ source: `x${forgotten++}`, flags: 'u' }, refuse);
};

/** Milliseconds that reading takes, the best of five or the first that will do, since garbage is collected in between. */
const bestTime = (field: string, text: string, most: number): number => {
  let best = Number.POSITIVE_INFINITY;
  for (let turn = 0; turn < 5 && best >= most; turn++) {
    if (text.includes('regex')) forgetPatterns();
    best = Math.min(
      best,
      timed(() => read(field, text)),
    );
  }
  return best;
};

/** Reads `count` mutated rule texts; one that takes `most` milliseconds is a fault. */
export const fuzzRuleTexts = (count: number, seed: number, most: number): TextFuzz => {
  const random = new Random(seed);
  const faults: string[] = [];
  let [parsed, slowest] = [0, 0];
  for (let i = 0; i < count; i++) {
    const [field, text] = [random.pick(fields), textOf(random)];
    let error: unknown = null;
    const once = timed(() => {
      error = read(field, text);
    });
    const took = once < most ? once : bestTime(field, text, most);
    slowest = Math.max(slowest, took);
    if (error === null) parsed++;
    else if (!(error instanceof FrameworkError)) faults.push(`${JSON.stringify(text)}: ${inspect(error)}`);
    if (took >= most) faults.push(`${JSON.stringify(text)} took ${took.toFixed(1)} ms`);
  }
  return { parsed, refused: count - parsed, slowest, faults };
};
