import { describeValue, isPromise } from '@taproot/core/plugin';
import { errors } from '../errors.ts';
import { handlerOf } from '../handler/handler-place.ts';
import type { HttpContext } from '../request/http-context.ts';

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

const jsonOf = (value: unknown, key: string): unknown => {
  if (typeof value !== 'object' || value === null) return value;
  const { toJSON } = value as { readonly toJSON?: unknown };
  return typeof toJSON === 'function' ? (toJSON.call(value, key) as unknown) : value;
};

/** The first member that JSON cannot hold: a promise, a BigInt, or an object within itself; null when there is none. */
const find = (given: unknown, path: string, key: string, above: readonly object[]): Fault | null => {
  const value = jsonOf(given, key);
  if (typeof value === 'bigint') return { path, reason: 'a BigInt', advice: 'Convert it to a string: String(value)' };
  if (typeof value !== 'object' || value === null) return null;
  if (isPromise(value)) return { path, reason: 'a promise', advice: 'Await it before you send it' };
  if (above.includes(value))
    return {
      path,
      reason: 'a circular reference',
      advice: 'Give a copy without the reference to its parent',
    };
  for (const [name, member] of Object.entries(value)) {
    const fault = find(member, join(path, name, Array.isArray(value)), name, [...above, value]);
    if (fault !== null) return fault;
  }
  return null;
};

const sourceOf = (ctx: HttpContext | undefined): string => (ctx === undefined ? 'json()' : handlerOf(ctx));

const faultOf = (value: unknown, ctx: HttpContext | undefined): Error | null => {
  const fault = find(value, 'body', '', []);
  return fault === null ? null : errors.E_JSON_VALUE({ source: sourceOf(ctx), member: fault.path, ...fault });
};

const uncalled = (value: Function, ctx: HttpContext | undefined): Error => {
  const reason = describeValue(value);
  const advice = reason.startsWith('the class ') ? 'Give an object of it' : `Call it: ${value.name || 'value'}()`;
  return errors.E_JSON_VALUE({ source: sourceOf(ctx), member: 'body', reason, advice });
};

/**
 * A value as JSON; `undefined` as null. `ctx` is that of a handler which returned the value, undefined for `json()`.
 * `E_JSON_VALUE` names the member that cannot be sent.
 */
export const toJson = (value: unknown, ctx?: HttpContext): string => {
  try {
    return JSON.stringify(value) ?? 'null';
  } catch (error) {
    throw error instanceof TypeError ? (faultOf(value, ctx) ?? error) : error;
  }
};

/** Like `toJson()`, for development: refuses promises as well, which JSON sends as `{}`, and a function, sent as null. */
export const toCheckedJson = (value: unknown, ctx?: HttpContext): string => {
  if (typeof value === 'function' && !('toJSON' in value)) throw uncalled(value, ctx);
  const json = toJson(value, ctx);
  const fault = faultOf(value, ctx);
  if (fault !== null) throw fault;
  return json;
};
