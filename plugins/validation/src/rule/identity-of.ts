import { isMap } from '../values/records.ts';
import { toText } from '../values/scalars.ts';

const maxDepth = 64;

/**
 * A string that is equal for equal values, for sets of seen values. `tagged` distinguishes 1 and `1`. Null for values
 * that equal nothing: files, and values nested deeper than 64 levels.
 */
export const identityOf = (value: unknown, tagged: boolean, textOf = toText, depth = 0): string | null => {
  const text = textOf(value);
  if (text !== null) return tagged ? `${typeof value}:${text}` : `:${text}`;
  if (value === null) return 'null';
  if (depth > maxDepth) return null;
  const of = (entry: unknown): string | null => identityOf(entry, tagged, textOf, depth + 1);
  if (Array.isArray(value)) return join('[', value.map(of));
  if (!isMap(value)) return null;
  const keys = Object.keys(value).sort();
  return join(
    '{',
    keys.flatMap((key) => [`=${key}`, of(value[key])]),
  );
};

/** Each part with its length in front, so that no part can spell its neighbours. */
const join = (open: string, parts: readonly (string | null)[]): string | null =>
  parts.includes(null) ? null : open + parts.map((part) => `${part?.length}${part}`).join('');
