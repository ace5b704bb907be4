import type { FieldPath } from '../parse/field-path.ts';
import { isBlank } from '../values/is-empty.ts';
import { isFile, own, ownAt } from '../values/records.ts';
import type { DataBag } from './data-bag.ts';
import type { IsFormValue } from './form-values.ts';
import { presentKeys } from './present-keys.ts';

const isSingle = (value: unknown): boolean => (typeof value === 'string' ? !isBlank(value) : isFile(value));

/**
 * Turns a single string or file of a form into a list with one entry, where a list is expected. `fields` are the paths
 * of lists, outer ones first; none may match more than `most` fields.
 */
export const wrapLists = (fields: readonly FieldPath[], bag: DataBag, isFormValue: IsFormValue, most: number): void => {
  const root = bag.all();
  for (const path of fields) {
    // Most lists are in one place, which needs no search.
    for (const keys of path.keys === null ? presentKeys(path, bag.all(), most) : [path.keys]) {
      const [first = ''] = keys;
      const value = ownAt(bag.all(), keys);
      if (isSingle(value) && isFormValue(String(first), own(root, first))) bag.write(keys, [value]);
    }
  }
};
