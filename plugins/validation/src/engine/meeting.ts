import { type FieldPath, wildcard } from '../parse/field-path.ts';
import { isIndex, isMap, own } from '../values/records.ts';

type Keys = readonly (string | number)[];

/** Whether a path matches the field at `keys`; both have the same length. */
export const sharesPath = ({ segments }: FieldPath, keys: Keys): boolean =>
  segments.every((segment, i) => segment === wildcard || segment === String(keys[i]));

/** Whether walking a path over the input arrives at `keys`: a wildcard only takes keys that are there. */
export const reaches = ({ segments }: FieldPath, root: unknown, keys: Keys): boolean => {
  let container = root;
  for (const [depth, segment] of segments.entries()) {
    const key = keys[depth] ?? '';
    if (segment === wildcard && !hasEntry(container, key)) return false;
    container = own(container, key);
  }
  return true;
};

const hasEntry = (container: unknown, key: string | number): boolean =>
  Array.isArray(container)
    ? isIndex(key) && Number(key) < container.length
    : isMap(container) && Object.hasOwn(container, key);
