import type { Input, UploadedFile } from '@taproot/core';
import type { HttpConfig } from '../config.ts';
import { errors } from '../errors.ts';
import { isMap } from '../input/is-map.ts';
import { qs } from '../late-packages.ts';
import { ParamShapes, refuseKey } from './param-shapes.ts';

type Limits = HttpConfig['params_limit'];

// WHATWG URL, "percent-decode": a percent sign that begins no escape is itself. Escapes that spell no UTF-8 are refused.
const decode = (text: string): string => {
  const spaced = text.replaceAll('+', ' ');
  if (!spaced.includes('%')) return spaced;
  try {
    return decodeURIComponent(spaced.replaceAll(/%(?![0-9a-f]{2})/gi, '%25'));
  } catch (cause) {
    throw errors.E_PARAMS_MALFORMED({ reason: 'an escape in them is not UTF-8' }, { cause });
  }
};

const options = (limits: Limits) => ({
  plainObjects: true,
  depth: limits.depth,
  arrayLimit: limits.count,
  parameterLimit: limits.count,
});

const refuseMany = (text: string, { count }: Limits): void => {
  let parameters = 1;
  for (let at = text.indexOf('&'); at !== -1; at = text.indexOf('&', at + 1)) parameters += 1;
  if (parameters > count) throw errors.E_PARAMS_TOO_MANY({ count });
};

// A name ends at the first `=` (WHATWG URL, "urlencoded parsing"); qs takes a later `]=` for that end.
const escapeValues = (text: string): string =>
  /=[^&]*=/.test(text) ? text.replaceAll(/=([^&]*)/g, (_, value: string) => `=${value.replaceAll('=', '%3D')}`) : text;

/**
 * Reads a query string or a urlencoded body into maps without prototype, nested by brackets. A name given several times is
 * a list of its values; `ParamShapes` says which names go together. Throws `E_PARAMS_TOO_MANY` (413), and with 400
 * `E_PARAMS_DEPTH`, `E_PARAMS_MALFORMED`, `E_BODY_KEY`.
 */
export const parseParams = (text: string, limits: Limits): Input => {
  if (text === '') return Object.create(null) as Input;
  refuseMany(text, limits);
  const shapes = /[[\]]|%5[BD]/i.test(text) ? new ParamShapes(limits) : null;
  const decoder = (part: string, _: unknown, _charset: string, kind?: 'key' | 'value'): string => {
    const decoded = decode(part);
    if (kind !== 'key' || decoded === '') return decoded;
    if (shapes === null) refuseKey(decoded, undefined);
    else shapes.admit(decoded);
    return decoded;
  };
  return qs().parse(shapes === null ? text : escapeValues(text), { ...options(limits), decoder });
};

/** A field of a multipart body: a text, or a file that was uploaded. */
export type FormPart = readonly [name: string, value: string | UploadedFile];

/** The parts of one name by their numbers. A file stands over texts of its name, but beside them in a list. */
const shown = (name: string, numbers: readonly number[], parts: readonly FormPart[]): string | string[] => {
  const files = name.endsWith('[]') ? [] : numbers.filter((number) => typeof parts[number]?.[1] === 'object');
  const list = (files.length > 0 ? files : numbers).map(String);
  const [only] = list;
  return only !== undefined && list.length === 1 ? only : list;
};

/** Puts the value of each part where its number stands. */
const fill = (node: unknown, parts: readonly FormPart[]): unknown => {
  if (typeof node === 'string') return parts[Number(node)]?.[1];
  if (Array.isArray(node)) return node.map((element) => fill(element, parts));
  if (isMap(node)) for (const key of Object.keys(node)) node[key] = fill(node[key], parts);
  return node;
};

/**
 * Nests the parts of a multipart body as `parseParams()` nests the fields of a urlencoded one; they are decoded already.
 * Texts and files go through it together, so that the lists they are in close up alike.
 */
export const nestParams = (parts: readonly FormPart[], limits: Limits): Input => {
  const shapes = new ParamShapes(limits);
  const numbers = new Map<string, number[]>();
  for (const [number, [name]] of parts.entries()) {
    shapes.admit(name);
    const known = numbers.get(name);
    if (known === undefined) numbers.set(name, [number]);
    else known.push(number);
  }
  // qs is given numbers for values: it would merge what lies in files as it merges maps.
  const named = Array.from(numbers, ([name, list]) => [name, shown(name, list, parts)] as const);
  // Its types know text alone as values; it takes lists as well.
  const nested: Input = qs().parse(Object.fromEntries(named) as Record<string, string>, options(limits));
  fill(nested, parts);
  return nested;
};
