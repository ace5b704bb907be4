import { inspect, types } from 'node:util';
import type { Request } from '@taproot/core';
import { errors } from '../errors.ts';
import { isFile, isMap, isRecord } from '../values/records.ts';

type Input = Readonly<Record<string, unknown>>;

/** Reads any data that can be validated: a map, a Map, URLSearchParams, a request, or an object with its own fields. */
export const readInput = (data: unknown): Input => {
  if (isMap(data)) return data;
  if (typeof data !== 'object' || data === null) throw refused(data);
  if (isRequest(data)) return data.all();
  if (data instanceof URLSearchParams) return fromParams(data);
  if (data instanceof Map) return fromMap(data);
  if (!isRecord(data)) throw refused(data);
  return fromEntries(Object.entries(data).filter(([, value]) => typeof value !== 'function'));
};

/** Whether data is the request of a handler. */
export const isRequest = (data: unknown): data is Request =>
  typeof data === 'object' && data !== null && 'all' in data && typeof data.all === 'function' && !isMap(data);

const fromEntries = (entries: Iterable<readonly [unknown, unknown]>): Input => {
  const input = Object.create(null) as Record<string, unknown>;
  for (const [key, value] of entries) input[String(key)] = value;
  return input;
};

/** A parameter that occurs once is a string. One that occurs several times, or as `name[]`, is a list, as in the query of a request. */
const fromParams = (params: URLSearchParams): Input =>
  fromEntries(
    [...new Set(params.keys())].map((key) => {
      const values = params.getAll(key);
      if (key.endsWith('[]')) return [key.slice(0, -2), values] as const;
      return [key, values.length === 1 ? values[0] : values] as const;
    }),
  );

/** A Map that contains only lists of strings counts as a parsed form, in which a list with one entry is a single value. */
const fromMap = (map: ReadonlyMap<unknown, unknown>): Input => {
  const isForm = [...map.values()].every(
    (list) => Array.isArray(list) && list.every((text) => typeof text === 'string'),
  );
  if (!isForm) return fromEntries(map);
  return fromEntries(
    Array.from(map, ([key, list]) => [key, Array.isArray(list) && list.length === 1 ? list[0] : list] as const),
  );
};

const refused = (data: unknown): Error => errors.E_DATA_SHAPE(shapeOf(data));

interface Shape {
  readonly actual: string;
  readonly fix: string;
}

const give = 'Give an object, a Map, URLSearchParams, FormData or a request';

const shapeOf = (data: unknown): Shape => {
  if (data === null || data === undefined) return { actual: String(data), fix: give };
  if (typeof data === 'string')
    return { actual: `the text ${inspect(data.slice(0, 40))}`, fix: `${give}; parse JSON before` };
  if (typeof data !== 'object') return { actual: `of type ${typeof data}`, fix: give };
  if (types.isPromise(data)) return { actual: 'a Promise', fix: 'Await it first' };
  if (Array.isArray(data)) return { actual: 'a list', fix: 'Give an object that holds the list: { items: list }' };
  if (data instanceof Headers) return { actual: 'a Headers', fix: 'Give Object.fromEntries(headers)' };
  if (ArrayBuffer.isView(data)) return { actual: `a ${nameOf(data)}`, fix: `${give}; parse bytes before` };
  if (isFile(data)) return { actual: 'an uploaded file', fix: 'Give an object that holds the file: { file }' };
  return { actual: `a ${nameOf(data)}`, fix: give };
};

/** The name of an object's class. */
const nameOf = (data: object): string => {
  const { name } = data.constructor;
  return name === '' ? 'object of a class without a name' : name;
};
