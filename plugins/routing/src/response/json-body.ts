import { types } from 'node:util';
import type { Route } from '@taproot/core/internal';
import { describeValue, isPromise } from '@taproot/core/plugin';
import { errors } from '../errors.ts';
import { handlerSource } from '../handler/handler-name.ts';
import { isPlain } from './is-plain.ts';

interface Fault {
  readonly path: string;
  readonly reason: string;
  readonly advice: string;
}

const plainKey = /^[A-Za-z_$][\w$]*$/;

const join = (path: string, key: string, list: boolean): string => {
  if (list) return `${path}[${key}]`;
  return plainKey.test(key) ? `${path}.${key}` : `${path}[${JSON.stringify(key)}]`;
};

interface Jsonable {
  readonly toJSON: (key: string) => unknown;
}

const hasJson = (value: object): value is Jsonable => 'toJSON' in value && typeof value.toJSON === 'function';

const jsonOf = (value: unknown, key: string): unknown =>
  typeof value === 'object' && value !== null && hasJson(value) ? value.toJSON(key) : value;

const boxes: ReadonlySet<string> = new Set(['[object Number]', '[object String]', '[object Boolean]']);

/** Why an object cannot be sent unchanged; null when it can. */
const objectFault = (value: object): Omit<Fault, 'path'> | null => {
  if (isPromise(value)) return { reason: 'a promise', advice: 'Await it before you send it' };
  if (isPlain(value) || boxes.has(Object.prototype.toString.call(value))) return null;
  const name: unknown = value.constructor?.name;
  return {
    reason: typeof name === 'string' && name !== '' ? `an instance of ${name}` : 'an instance of a class',
    advice: instanceAdvice(value),
  };
};

const instanceAdvice = (value: object): string => {
  if (types.isMap(value)) return 'Send an object: Object.fromEntries(map)';
  if (types.isSet(value)) return 'Send a list: [...set]';
  if (types.isNativeError(value)) return 'Send its message, or throw it';
  return 'Send an object with the fields that clients may see, { id: user.id }, or give the class a toJSON() that returns one';
};

/**
 * The first member that JSON does not send unchanged; null if there is none. `strict` also refuses what `toJson()`
 * accepts.
 */
const find = (given: unknown, path: string, key: string, above: readonly object[], strict: boolean): Fault | null => {
  const value = jsonOf(given, key);
  if (typeof value === 'bigint') return { path, reason: 'a BigInt', advice: 'Convert it to a string: String(value)' };
  if (typeof value !== 'object' || value === null) return null;
  // Does not check the result of toJSON(), because the developer chose it.
  const fault = strict && value === given && !hasJson(value) ? objectFault(value) : null;
  if (fault !== null) return { path, ...fault };
  if (above.includes(value))
    return {
      path,
      reason: 'a circular reference',
      advice: 'Give a copy without the reference to its parent',
    };
  for (const [name, member] of Object.entries(value)) {
    const within = find(member, join(path, name, Array.isArray(value)), name, [...above, value], strict);
    if (within !== null) return within;
  }
  return null;
};

/** The context of the handler that returned a value, for errors that name the handler. */
interface Handled {
  readonly route: Route | null;
}

const sourceOf = (handled: Handled | undefined): string => (handled === undefined ? 'json()' : handlerSource(handled));

const faultOf = (value: unknown, handled: Handled | undefined, strict: boolean): Error | null => {
  const fault = find(value, 'body', '', [], strict);
  return fault === null ? null : errors.E_JSON_VALUE({ source: sourceOf(handled), member: fault.path, ...fault });
};

const uncalled = (value: Function, handled: Handled | undefined): Error => {
  const reason = describeValue(value);
  const advice = reason.startsWith('the class ') ? 'Give an object of it' : `Call it: ${value.name || 'value'}()`;
  return errors.E_JSON_VALUE({ source: sourceOf(handled), member: 'body', reason, advice });
};

/**
 * A value as JSON; `undefined` as null. `handled` is the context of a handler which returned the value, undefined for `json()`.
 * `E_JSON_VALUE` names the member that cannot be sent.
 */
export const toJson = (value: unknown, handled?: Handled): string => {
  try {
    return JSON.stringify(value) ?? 'null';
  } catch (error) {
    throw error instanceof TypeError ? (faultOf(value, handled, false) ?? error) : error;
  }
};

/**
 * Like `toJson()`, for development and tests. It also refuses promises (sent as `{}`), functions in lists (sent as
 * null), and instances of classes without `toJSON()`, whose members are all sent: for a user, also the hash of the
 * password.
 */
export const toCheckedJson = (value: unknown, handled?: Handled): string => {
  if (typeof value === 'function' && !('toJSON' in value)) throw uncalled(value, handled);
  const json = toJson(value, handled);
  const fault = faultOf(value, handled, true);
  if (fault !== null) throw fault;
  return json;
};
