import { errors } from '../errors.ts';
import { type FieldPath, wildcard } from '../language/field-path.ts';
import { isRecord, own } from '../values/records.ts';

/** Keys from the root to one field. */
export type Keys = (string | number)[];

/** The keys that a path matches, as far as they are present. */
interface Search {
  readonly path: FieldPath;
  readonly most: number;
  readonly found: Keys[];
  /** Number of matches, including absent fields, as for rules. */
  count: number;
}

/**
 * The present fields that match a path. Throws `E_FIELDS_TOO_MANY` when the path matches more than `most` fields, including absent ones.
 */
export const presentKeys = (path: FieldPath, root: unknown, most: number): readonly Keys[] => {
  const search: Search = { path, most, found: [], count: 0 };
  walk(search, 0, root, []);
  return search.found;
};

const walk = (search: Search, depth: number, value: unknown, keys: Keys): void => {
  const { path, most, found } = search;
  const segment = path.segments[depth];
  if (segment === undefined) {
    if (++search.count > most) throw errors.E_FIELDS_TOO_MANY({ field: path.text, limit: most });
    if (value !== undefined) found.push(keys);
  } else if (segment !== wildcard) walk(search, depth + 1, own(value, segment), [...keys, segment]);
  else if (Array.isArray(value)) for (const [i, entry] of value.entries()) walk(search, depth + 1, entry, [...keys, i]);
  else if (isRecord(value)) for (const key of Object.keys(value)) walk(search, depth + 1, value[key], [...keys, key]);
};
