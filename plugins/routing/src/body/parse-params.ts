import type { Input, UploadedFile } from '@taproot/core';
import type { HttpSettings } from '../config.ts';
import { errors } from '../errors.ts';
import { isMap } from '../input/input-map.ts';
import { qs } from '../lazy-packages.ts';

const wellFormed = /^[^[\]]+(?:\[[^[\]]*\])*$/;
const canonicalIndex = /^(?:0|[1-9]\d*)$/;

const malformed = (name: string, reason: string): Error =>
  errors.E_PARAMS_MALFORMED({ reason: `the name ${JSON.stringify(name.slice(0, 100))} ${reason}` });

/**
 * Checks the names of one query or form. A name is either a string or list (repeated, `a[]`, `a[0]`), or a map (`a[x]`). It refuses a
 * mixture of both, so that no rule gets `{0: ..., x: ...}`. Indexes must be smaller than the number of parameters.
 */
class ParamShapes {
  readonly #limits: HttpSettings['max_params'];
  readonly #maps = new Map<string, boolean>();

  constructor(limits: HttpSettings['max_params']) {
    this.#limits = limits;
  }

  admit(name: string): void {
    if (!wellFormed.test(name)) throw malformed(name, 'has brackets that do not match');
    const [root = '', ...segments] = name.replaceAll(']', '').split('[');
    if (segments.length > this.#limits.depth) throw errors.E_PARAMS_DEPTH({ depth: this.#limits.depth });
    let path = root;
    refuseKey(root, segments[0]);
    for (const [at, segment] of segments.entries()) {
      refuseKey(segment, segments[at + 1]);
      this.#claim(name, path, !this.#isElement(name, segment));
      path += `[${segment}`;
    }
    this.#claim(name, path, false);
  }

  #isElement(name: string, segment: string): boolean {
    if (segment === '') return true;
    if (!canonicalIndex.test(segment)) return false;
    const { count } = this.#limits;
    if (Number(segment) >= count) throw malformed(name, `has an index above ${count - 1}`);
    return true;
  }

  #claim(name: string, path: string, map: boolean): void {
    const known = this.#maps.get(path);
    if (known !== undefined && known !== map) throw malformed(name, 'makes a list and a map of one field');
    this.#maps.set(path, map);
  }
}

/** Refuses names with which attackers change prototypes. */
export const refuseKey = (key: string, next: string | undefined): void => {
  if (key === '__proto__' || (key === 'constructor' && next === 'prototype')) throw errors.E_BODY_KEY({ key });
};

type Limits = HttpSettings['max_params'];

// WHATWG URL, "percent-decode": a percent sign without an escape stays. Throws for escapes that are not UTF-8.
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

// Escapes further equals signs. A name ends at the first `=` (WHATWG URL, "urlencoded parsing"), but qs would end it at a later `]=`.
const escapeValues = (text: string): string =>
  /=[^&]*=/.test(text) ? text.replaceAll(/=([^&]*)/g, (_, value: string) => `=${value.replaceAll('=', '%3D')}`) : text;

/**
 * Reads a query string or a urlencoded body into maps without prototype, nested by brackets. A repeated name becomes a list of its values;
 * `ParamShapes` checks that names fit together. Throws `E_PARAMS_TOO_MANY` (413), and with 400 `E_PARAMS_DEPTH`, `E_PARAMS_MALFORMED`,
 * `E_BODY_KEY`.
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

/** A part of JSON, already parsed. */
export class JsonPart {
  readonly value: unknown;

  constructor(value: unknown) {
    this.value = value;
  }
}

/** A field of a multipart body: a text, an uploaded file, or JSON. */
export type FormPart = readonly [name: string, value: string | UploadedFile | JsonPart];

const isFile = (value: FormPart[1] | undefined): boolean => typeof value === 'object' && !(value instanceof JsonPart);

/** The value of a name, whose parts are given by index. A file replaces strings of the same name; in a list it is added to them. */
const shown = (name: string, numbers: readonly number[], parts: readonly FormPart[]): string | string[] => {
  const files = name.endsWith('[]') ? [] : numbers.filter((number) => isFile(parts[number]?.[1]));
  const list = (files.length > 0 ? files : numbers).map(String);
  const [only] = list;
  return only !== undefined && list.length === 1 ? only : list;
};

/** Replaces the number of each part by its value. */
const fill = (node: unknown, parts: readonly FormPart[]): unknown => {
  if (typeof node === 'string') {
    const value = parts[Number(node)]?.[1];
    return value instanceof JsonPart ? value.value : value;
  }
  if (Array.isArray(node)) return node.map((element) => fill(element, parts));
  if (isMap(node)) for (const key of Object.keys(node)) node[key] = fill(node[key], parts);
  return node;
};

/**
 * Nests the parts of a multipart body in the way of `parseParams()`; they are decoded already. Handles fields and files together, so that
 * it removes gaps in their lists in the same way.
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
  // qs gets numbers instead of the values, because it would merge the members of file objects as if they were maps.
  const named = Array.from(numbers, ([name, list]) => [name, shown(name, list, parts)] as const);
  // Its types only allow strings as values, but it accepts lists too.
  const nested: Input = qs().parse(Object.fromEntries(named) as Record<string, string>, options(limits));
  fill(nested, parts);
  return nested;
};
