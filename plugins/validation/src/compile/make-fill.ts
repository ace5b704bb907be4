import { Code } from './code.ts';
import type { Visited } from './make-visits.ts';

/** Puts the values of a run into a map that is empty. `keep` says what is kept of a map, a list, a file. */
export type Fill = (
  map: Record<string, unknown>,
  run: Pick<Visited, 'values' | 'typed'>,
  keep: (member: number, value: unknown) => unknown,
) => void;

/** A key of valid data, and where a run left its value. */
export interface Member {
  readonly key: string;
  readonly slot: number;
  /** Gives a value with the type that its rules stand for; null when they stand for none. */
  readonly give: ((value: unknown) => unknown) | null;
}

/** Code that fills a map with the members that are there. */
export const makeFill = (members: readonly Member[]): Fill => {
  const code = new Code().add('(map, { values, typed }, keep) => {', 'let value;');
  members.forEach(({ key, slot, give }, i) => {
    code.add(`value = values[${slot}];`, `if (typeof value === 'object') value = keep(${i}, value);`);
    if (give !== null) code.add(`else if (typed && value !== undefined) value = ${code.give('give', give)}(value);`);
    code.add(`if (value !== undefined) map[${code.give('key', key)}] = value;`);
  });
  return code.add('}').compile() as Fill;
};
