import { countSteps } from './count-steps.ts';
import { commonFillings, namedIn, ownFillings } from './fillings.ts';
import { compile, type Instruction, type Program } from './program.ts';

/** An expression as sources have it. */
export interface Expression {
  readonly source: string;
  readonly flags: string;
}

/** Ends of a text with which an expression may fail in the end. */
const ends = ['', '\r\n\u0001'];

const [short, long] = [64, 1024];
/** Steps double with the text; for each pair of its characters there would be four times as many. A short text tells less. */
const [mostOfShort, most] = [2.2, 2.7];
/** Steps at which counting ends. */
const limit = 1_000_000;

type CharacterTest = (text: string) => boolean;

/** What an expression asks of a character; null where it also asks whether two are the same. */
const testsOf = (code: readonly Instruction[]): CharacterTest[] | null => {
  const tests: CharacterTest[] = [];
  for (const instruction of code) {
    if (instruction.op === 'again') return null;
    if (instruction.op === 'char') tests.push(instruction.matches);
    if (instruction.op !== 'look') continue;
    const inside = testsOf(instruction.body);
    if (inside === null) return null;
    tests.push(...inside);
  }
  return tests;
};

/** Tells of a filling whether another took the same steps: one whose characters are the same to the expression. */
const seenBefore = (code: readonly Instruction[]): ((filling: Filling) => boolean) => {
  const tests = testsOf(code);
  if (tests === null) return () => false;
  // Edges look at these.
  tests.push(
    (text) => /\w/.test(text),
    (text) => /[\n\r\u2028\u2029]/.test(text),
  );
  const kinds = new Map<string, string>();
  const kindOf = (character: string): string => {
    let kind = kinds.get(character);
    if (kind === undefined) kinds.set(character, (kind = tests.map((test) => (test(character) ? '1' : '0')).join('')));
    return kind;
  };
  const kindsOf = (text: string): string => text.split('').map(kindOf).join();
  const seen = new Set<string>();
  return ({ head, filling, end }) => {
    const key = [head, filling, end].map(kindsOf).join(';');
    if (seen.has(key)) return true;
    seen.add(key);
    return false;
  };
};

interface Filling {
  readonly head: string;
  readonly filling: string;
  readonly end: string;
}

const textOf = ({ head, filling, end }: Filling, length: number): string =>
  head + filling.repeat(Math.ceil(length / filling.length)) + end;

/** The common fillings, and those of the expression itself. */
function* fillingsOf({ tree }: Program, { source, flags }: Expression, own: number): Generator<Filling> {
  // What begins with `^` may look for something else behind the first character.
  const heads = source.includes('^') ? ['', '\u0001'] : [''];
  for (const filling of commonFillings) for (const head of heads) for (const end of ends) yield { head, filling, end };
  const named = namedIn(source).slice(0, 5);
  for (const [head, filling] of ownFillings(tree, source, flags, own))
    for (const end of [...ends, ...named.map((one) => `${one}\r\n\u0001`)]) yield { head, filling, end };
}

/**
 * A filling with which the steps of an expression grow faster than the text; null when there is none. `own` is how many pieces of
 * the expression itself are tried, beside the common fillings.
 */
export const fastGrowth = ({ source, flags }: Expression, own = 40): string | null => {
  const program = compile({ source, flags });
  if (!program.isUnbounded) return null;
  const stepsOf = (filling: Filling, length: number): number => countSteps(program, textOf(filling, length), limit);
  const grows = (filling: Filling, length: number, factor: number): boolean => {
    const steps = stepsOf(filling, length);
    return steps > limit || (steps >= 3 * length && stepsOf(filling, 2 * length) > Math.min(factor * steps, limit));
  };
  const isSeen = seenBefore(program.code);
  for (const filling of fillingsOf(program, { source, flags }, own))
    if (!isSeen(filling) && grows(filling, short, mostOfShort) && grows(filling, long, most))
      return JSON.stringify(filling);
  return null;
};
