import type { Request } from '@taproot/core';
import type { FieldPath } from '../language/field-path.ts';
import { isBlank } from '../values/is-empty.ts';
import { isFile, isMap, own, ownAt } from '../values/records.ts';
import type { DataBag } from './data-bag.ts';
import { presentKeys } from './present-keys.ts';

/**
 * Whether the value under a first key came from a form or a query. These do not distinguish a list with one entry from a single value:
 * `<select multiple>` with one choice sends what a plain `<select>` sends.
 */
export type IsFormValue = (key: string, value: unknown) => boolean;

export const everyFormValue: IsFormValue = () => true;

const forms = new Set(['application/x-www-form-urlencoded', 'multipart/form-data']);

/** `IsFormValue` for a request. Route parameters are always single values, but count as form values. */
export const formValuesOf =
  (request: Request): IsFormValue =>
  (key, value) =>
    forms.has(request.contentType()) || value === own(request.queries(), key);

const isSingle = (value: unknown): boolean => (typeof value === 'string' ? !isBlank(value) : isFile(value));

/**
 * Turns a single string or file of a form into a list with one entry, where a list is expected. `fields` are the paths of lists, outer ones
 * first; no path may match more than `most` fields.
 */
export const wrapLists = (fields: readonly FieldPath[], bag: DataBag, isFormValue: IsFormValue, most: number): void => {
  const root = bag.all();
  for (const path of fields) {
    // A path without wildcards needs no search.
    for (const keys of path.keys === null ? presentKeys(path, bag.all(), most) : [path.keys]) {
      const [first = ''] = keys;
      const value = ownAt(bag.all(), keys);
      if (isSingle(value) && isFormValue(String(first), own(root, first))) bag.write(keys, [value]);
    }
  }
};

/** The deepest JSON that a form may have in one of its values. */
const mostLevels = 20;

/**
 * Reads the JSON of an object in a form, where a map is expected: clients that are made from an OpenAPI document write objects in that way.
 * Returns whether it read any. Strings that are not JSON of an object stay as they are, and fail the rules.
 */
export const readMaps = (
  fields: readonly FieldPath[],
  bag: DataBag,
  isFormValue: IsFormValue,
  most: number,
): boolean => {
  const root = bag.all();
  let isRead = false;
  for (const path of fields)
    for (const keys of path.keys === null ? presentKeys(path, bag.all(), most) : [path.keys]) {
      const [first = ''] = keys;
      const value = ownAt(bag.all(), keys);
      if (typeof value !== 'string' || !value.startsWith('{') || !isFormValue(String(first), own(root, first)))
        continue;
      const read = objectIn(value);
      if (read === null) continue;
      bag.write(keys, read);
      isRead = true;
    }
  return isRead;
};

const objectIn = (text: string): Readonly<Record<string, unknown>> | null => {
  try {
    const value: unknown = JSON.parse(text);
    return isMap(value) && isHarmless(value, mostLevels) ? value : null;
  } catch {
    return null;
  }
};

/** Whether a value is not nested too deeply, and has no key that changes prototypes. */
const isHarmless = (value: unknown, levels: number): boolean => {
  if (typeof value !== 'object' || value === null) return true;
  if (levels === 0) return false;
  return Object.entries(value).every(
    ([key, member]) => key !== '__proto__' && key !== 'constructor' && isHarmless(member, levels - 1),
  );
};
