import { createRequire } from 'node:module';
import { reasonOf } from '@taproot/core/internal';
import type * as re2js from 're2js';
import { BoundedCache } from '../values/bounded-cache.ts';
import { countSteps } from './count-steps.ts';
import { parsePattern } from './parse-pattern.ts';
import type { PatternNode } from './pattern-node.ts';
import { toRe2 } from './to-re2.ts';
import type { WrittenPattern } from './written-pattern.ts';

/** A compiled pattern. It decides in a few milliseconds whether it occurs in a text. */
export interface Pattern {
  /** The longest text that it may search, in UTF-16 units. */
  readonly longest: number;
  test(text: string): boolean;
}

const longest = 10_000;
// The most steps for one text, about 10 to 30 ms: compared characters in JavaScript's engine, visited states in RE2's.
const budget = { backtracking: 2_000_000, linear: 300_000 };
// The largest program of RE2. In larger ones, bounded repetitions could match texts that are too long for the budget of steps.
const largestProgram = 750;

/** A pattern, or the reason why it is refused. */
type Outcome = { readonly pattern: Pattern } | { readonly refused: string };

const cache = new BoundedCache<string, Outcome>(1024);
const require = createRequire(import.meta.url);

/**
 * Compiles a pattern. JavaScript's backtracking engine runs it if the upper bound of its work is small; otherwise RE2's linear engine does.
 * Calls `refuse` with the reason when neither can, or when the pattern is invalid.
 */
export const compilePattern = (written: WrittenPattern, refuse: (reason: string) => never): Pattern => {
  const key = `${written.flags}/${written.source}`;
  const outcome = cache.get(key) ?? cache.set(key, compile(written));
  return 'pattern' in outcome ? outcome.pattern : refuse(outcome.refused);
};

const compile = ({ source, flags }: WrittenPattern): Outcome => {
  const native = compileNative(source, flags);
  if (typeof native === 'string') return { refused: native };
  const tree = parsePattern(source, flags.includes('s'));
  if (countSteps(tree, longest) <= budget.backtracking)
    return { pattern: { longest, test: (text) => native.test(text) } };
  const linear = compileLinear(tree, flags.includes('i'));
  if (linear !== null) return { pattern: linear };
  return {
    refused:
      'it could take very long on a hostile text. Nested or many repetitions need a linear form, which it has not, since it ' +
      'looks around, refers back or repeats hundreds of times; write it simpler, or as several rules',
  };
};

const compileNative = (source: string, flags: string): RegExp | string => {
  try {
    return new RegExp(source, flags);
  } catch (error) {
    // `/(/u: Unterminated group`, with the pattern before it, which may contain a colon.
    const reason = reasonOf(error).split(': ').at(-1);
    const at = faultOf(source, flags);
    return `JavaScript does not take it: ${reason}, at character ${at + 1}, before "${source.slice(at, at + 20)}"`;
  }
};

// The longest pattern in which to search the fault, because each attempt takes as long as the pattern is.
const longestSearched = 1000;

/** The position of the fault in a pattern: the end of its longest valid beginning. */
const faultOf = (source: string, flags: string): number => {
  let end = Math.min(source.length, longestSearched) - 1;
  while (end > 0 && !isPattern(source.slice(0, end), flags)) end--;
  return Math.max(end, 0);
};

const isPattern = (source: string, flags: string): boolean => {
  try {
    return new RegExp(source, flags) instanceof RegExp;
  } catch {
    return false;
  }
};

const compileLinear = (tree: PatternNode, ignoreCase: boolean): Pattern | null => {
  const re2 = programSize(tree) > largestProgram ? null : toRe2(tree);
  if (re2 === null) return null;
  // Loaded with the first pattern that needs it, because most applications have none.
  const { RE2JS } = require('re2js') as typeof re2js;
  try {
    const linear = RE2JS.compile(re2, ignoreCase ? RE2JS.CASE_INSENSITIVE : 0);
    const size = linear.programSize();
    if (size > largestProgram) return null;
    return { longest: Math.min(longest, Math.floor(budget.linear / size)), test: (text) => linear.test(text) };
  } catch {
    return null;
  }
};

/**
 * The least number of states that RE2 makes of a pattern. It counts without compiling, because a bounded repetition becomes that many
 * copies, and RE2JS misreads a bound of ten digits.
 */
export const programSize = (node: PatternNode): number => {
  switch (node.type) {
    case 'sequence':
      return sum(node.items);
    case 'choice':
      return sum(node.options) + node.options.length - 1;
    case 'repeat': {
      const body = programSize(node.body);
      if (node.max === Number.POSITIVE_INFINITY) return body * Math.max(node.min, 1) + 1;
      return body * node.max + (node.max - node.min);
    }
  }
  return 1;
};

const sum = (nodes: readonly PatternNode[]): number => nodes.reduce((size, node) => size + programSize(node), 0);
