import type { Request } from '@taproot/core';
import { errors } from '../errors.ts';
import { isMap } from '../values/is-map.ts';

type Input = Readonly<Record<string, unknown>>;

/** Whatever may be validated: a map, a Map, URLSearchParams, a request, or an object with fields of its own. */
export const readInput = (data: unknown): Input => {
  if (isMap(data)) return data;
  if (typeof data !== 'object' || data === null) throw errors.E_DATA_SHAPE({ actual: shapeOf(data) });
  if (Array.isArray(data)) throw errors.E_DATA_SHAPE({ actual: 'a list' });
  if (isRequest(data)) return data.all();
  if (data instanceof URLSearchParams) return fromParams(data);
  if (data instanceof Map) return fromEntries(data);
  return fromEntries(Object.entries(data).filter(([, value]) => typeof value !== 'function'));
};

const isRequest = (data: object): data is Pick<Request, 'all'> => 'all' in data && typeof data.all === 'function';

const fromEntries = (entries: Iterable<readonly [unknown, unknown]>): Input => {
  const input = Object.create(null) as Record<string, unknown>;
  for (const [key, value] of entries) input[String(key)] = value;
  return input;
};

/** A parameter given once is a text; given more often, or as `name[]`, a list, as in the query of a request. */
const fromParams = (params: URLSearchParams): Input =>
  fromEntries(
    [...new Set(params.keys())].map((key) => {
      const values = params.getAll(key);
      if (key.endsWith('[]')) return [key.slice(0, -2), values] as const;
      return [key, values.length === 1 ? values[0] : values] as const;
    }),
  );

const shapeOf = (data: unknown): string => (data === null || data === undefined ? 'missing' : `of type ${typeof data}`);
