import { errors } from '../errors.ts';

const isContainer = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

const refuseMember = (key: string, value: unknown): void => {
  if (key === '__proto__' || (key === 'constructor' && isContainer(value) && Object.hasOwn(value, 'prototype')))
    throw errors.E_BODY_KEY({ key });
  if (value === Infinity || value === -Infinity)
    throw errors.E_BODY_MALFORMED({ reason: 'it has a number beyond the range of a double' });
};

// Level by level instead of by recursion: nesting costs no stack. JSON.parse itself is iterative in V8.
const check = (root: unknown, depth: number): void => {
  let level: Record<string, unknown>[] = [];
  if (isContainer(root)) level.push(root);
  else refuseMember('', root);
  for (let nesting = 1; level.length > 0; nesting += 1) {
    if (nesting > depth) throw errors.E_BODY_DEPTH({ depth });
    const below: Record<string, unknown>[] = [];
    for (const container of level) {
      // Values of JSON.parse inherit nothing enumerable, so that for-in sees what Object.keys() would, without a list.
      for (const key in container) {
        const value = container[key];
        refuseMember(key, value);
        if (isContainer(value)) below.push(value);
      }
    }
    level = below;
  }
};

/**
 * Reads JSON. Of a key given twice the last counts, for every reader alike. Numbers are doubles: integers beyond 2^53 lose
 * their last digits (the rules `integer` and `int64` refuse them), and what would become Infinity is refused here, as are
 * nesting deeper than `depth`, and the keys `__proto__` and `constructor.prototype`, with which others were taken over.
 */
export const parseJson = (text: string, depth: number): unknown => {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    const reason = text.trim() === '' ? 'it is empty, and JSON never is' : 'it is not JSON';
    throw errors.E_BODY_MALFORMED({ reason }, { cause });
  }
  check(value, depth);
  return value;
};
