import type { Input } from '@taproot/core';
import type { HttpConfig } from '../config.ts';
import { errors } from '../errors.ts';
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
  return qs().parse(text, { ...options(limits), decoder });
};

/**
 * Nests the fields of a multipart body as `parseParams()` nests those of a urlencoded one; they are decoded already. Names
 * of `files` go together with each other and with those of texts by the same rules.
 */
export const nestParams = (
  fields: Iterable<readonly [name: string, value: string]>,
  limits: Limits,
  files: Iterable<string> = [],
): Input => {
  const shapes = new ParamShapes(limits);
  for (const name of files) shapes.admit(name);
  const values: Record<string, string | string[]> = Object.create(null) as Record<string, string | string[]>;
  for (const [name, value] of fields) {
    shapes.admit(name);
    const known = values[name];
    if (known === undefined) values[name] = value;
    else if (typeof known === 'string') values[name] = [known, value];
    else known.push(value);
  }
  // Its types know text alone as values; it takes lists as well.
  return qs().parse(values as Record<string, string>, options(limits));
};
