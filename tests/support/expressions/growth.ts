import { countSteps } from './count-steps.ts';
import { commonFillings, namedIn, ownFillings } from './fillings.ts';
import { compile, type Program } from './program.ts';

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
const limit = 20_000_000;

interface Filling {
  readonly head: string;
  readonly filling: string;
  readonly end: string;
}

const textOf = ({ head, filling, end }: Filling, length: number): string =>
  head + filling.repeat(Math.ceil(length / filling.length)) + end;

/** The common fillings, and those of the expression itself. */
function* fillingsOf({ tree }: Program, { source, flags }: Expression): Generator<Filling> {
  // What begins with `^` may look for something else behind the first character.
  const heads = source.includes('^') ? ['', '\u0001'] : [''];
  for (const filling of commonFillings) for (const head of heads) for (const end of ends) yield { head, filling, end };
  const named = namedIn(source).slice(0, 5);
  for (const [head, filling] of ownFillings(tree, source, flags))
    for (const end of [...ends, ...named.map((one) => `${one}\r\n\u0001`)]) yield { head, filling, end };
}

/** A filling with which the steps of an expression grow faster than the text; null when there is none. */
export const fastGrowth = ({ source, flags }: Expression): string | null => {
  const program = compile({ source, flags });
  if (!program.isUnbounded) return null;
  const stepsOf = (filling: Filling, length: number): number => countSteps(program, textOf(filling, length), limit);
  const grows = (filling: Filling, length: number, factor: number): boolean => {
    const steps = stepsOf(filling, length);
    return steps > limit || (steps >= 3 * length && stepsOf(filling, 2 * length) > factor * steps);
  };
  for (const filling of fillingsOf(program, { source, flags }))
    if (grows(filling, short, mostOfShort) && grows(filling, long, most)) return JSON.stringify(filling);
  return null;
};
