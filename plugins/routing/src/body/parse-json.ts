import { errors } from '../errors.ts';

const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * Decodes the bytes without a byte order mark. Bytes that are not UTF-8 are an error: replacement characters would hide what
 * the client sent.
 */
export const decodeText = (bytes: Uint8Array): string => {
  try {
    return utf8.decode(bytes);
  } catch (cause) {
    throw errors.E_BODY_MALFORMED({ reason: 'it is not UTF-8' }, { cause });
  }
};

type Container = Readonly<Record<string, unknown>> | readonly unknown[];

const isContainer = (value: unknown): value is Container => typeof value === 'object' && value !== null;

const refuseKey = (key: string, value: unknown): void => {
  if (key === '__proto__' || (key === 'constructor' && isContainer(value) && Object.hasOwn(value, 'prototype')))
    throw errors.E_BODY_KEY({ key });
};

const refuseNumber = (value: unknown): void => {
  if (value === Infinity || value === -Infinity)
    throw errors.E_BODY_MALFORMED({ reason: 'it has a number beyond the range of a double' });
};

/** How many levels to check by recursion, which takes half the time of a list of containers. */
const levelsAtOnce = 200;

/** Containers that are still to be checked. Null and not an empty list, so that a flat body costs no list. */
type Deeper = Container[] | null;

/** Checks `levels` levels. Returns `before` with the deeper containers added, so that deep nesting cannot overflow the stack. */
const walk = (container: Container, levels: number, before: Deeper): Deeper => {
  let deeper = before;
  if (levels === 0) {
    deeper ??= [];
    deeper.push(container);
    return deeper;
  }
  if (Array.isArray(container)) {
    for (const value of container as readonly unknown[]) deeper = visit(value, levels, deeper);
    return deeper;
  }
  // Values of JSON.parse inherit nothing enumerable, so that for-in sees what Object.keys() would, without a list.
  const map = container as Readonly<Record<string, unknown>>;
  for (const key in map) {
    const value = map[key];
    if (key === '__proto__' || key === 'constructor') refuseKey(key, value);
    deeper = visit(value, levels, deeper);
  }
  return deeper;
};

const visit = (value: unknown, levels: number, deeper: Deeper): Deeper => {
  if (isContainer(value)) return walk(value, levels - 1, deeper);
  refuseNumber(value);
  return deeper;
};

/** Applies the checks of `parseJson()` to a value that other code has parsed. */
export const checkJson = (root: unknown, depth: number): void => {
  if (!isContainer(root)) return refuseNumber(root);
  const levels = Math.min(depth, levelsAtOnce);
  let below = walk(root, levels, null);
  for (let left = depth - levels; below !== null; left -= levelsAtOnce) {
    if (left <= 0) throw errors.E_BODY_DEPTH({ depth });
    let deeper: Deeper = null;
    for (const container of below) deeper = walk(container, Math.min(left, levelsAtOnce), deeper);
    below = deeper;
  }
};

/**
 * Reads JSON. If a key occurs twice, the last one wins, as in other readers. Numbers are doubles: integers beyond 2^53 lose their last
 * digits (the rules `integer` and `int64` refuse them). Throws for numbers that would become Infinity, for nesting deeper than `depth`, and
 * for the keys `__proto__` and `constructor.prototype`.
 */
export const parseJson = (text: string, depth: number): unknown => {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    const reason = text.trim() === '' ? 'it is empty, and JSON never is' : 'it is not JSON';
    throw errors.E_BODY_MALFORMED({ reason }, { cause });
  }
  // V8's JSON.parse does not recurse, so deep nesting cannot overflow the stack.
  checkJson(value, depth);
  return value;
};
