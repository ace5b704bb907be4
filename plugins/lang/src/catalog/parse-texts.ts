import { errors } from '../errors.ts';
import { noTexts, type Texts } from './catalog.ts';
import { faultyPlace } from './faulty-place.ts';

/** How deep objects may nest. */
const deepest = 16;

/** Describes the value of a key. */
const kindOf = (value: unknown): string => {
  if (Array.isArray(value)) return 'a list';
  return value === null ? 'null' : `a ${typeof value}`;
};

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * The translations in one file by full key: `{ "min": { "string": "..." } }` of the group `validation` is
 * `validation.min.string`. Errors call the file `file`.
 * @throws E_LANG_FILE
 */
export const parseTexts = (json: string, group: string, file: string): Texts => {
  const texts = noTexts();
  const refuse = (reason: string): never => {
    throw errors.E_LANG_FILE({ place: file, reason });
  };
  const collect = (value: unknown, path: readonly string[]): void => {
    if (typeof value === 'string' && path.length > 0) {
      texts[group === '' ? path.join('.') : `${group}.${path.join('.')}`] = value;
      return;
    }
    const where = path.length === 0 ? 'it' : JSON.stringify(path.join('.'));
    if (!isObject(value)) return refuse(`${where} is ${kindOf(value)}`);
    if (path.length > deepest) return refuse(`${JSON.stringify(path[0])} nests deeper than ${deepest} objects`);
    for (const [key, inner] of Object.entries(value)) collect(inner, [...path, key]);
  };
  collect(parse(json, file), []);
  return texts;
};

const parse = (json: string, file: string): unknown => {
  try {
    return JSON.parse(json);
  } catch (cause) {
    if (json.trim() === '') throw errors.E_LANG_FILE({ place: `${file}:1`, reason: 'it is empty' }, { cause });
    const { line, column, reason } = faultyPlace(json);
    throw errors.E_LANG_FILE({ place: `${file}:${line}:${column}`, reason: `it is not JSON: ${reason}` });
  }
};
