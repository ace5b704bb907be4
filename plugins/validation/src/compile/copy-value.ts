import { errors } from '../errors.ts';
import { emptyMap, isMap } from '../values/records.ts';
import { below, type Exclusions } from './exclusions.ts';

// As deep as paths and request bodies go. Without a bound hostile nesting, or a value within itself, ends the stack.
const deepest = 64;

/** A value with all that is in it, but for what was excluded. */
export const copyValue = (value: unknown, excluded: Exclusions | null, depth = 0): unknown => {
  if (typeof value !== 'object') return value;
  if (depth > deepest) throw errors.E_DATA_DEPTH({ limit: deepest });
  if (Array.isArray(value)) return copyList(value, excluded, depth);
  if (!isMap(value)) return value;
  const result = emptyMap();
  for (const key of Object.keys(value)) {
    const inner = below(excluded, key);
    if (inner?.here !== true) result[key] = copyValue(value[key], inner, depth + 1);
  }
  return result;
};

const copyList = (list: readonly unknown[], excluded: Exclusions | null, depth: number): unknown[] => {
  const result: unknown[] = [];
  for (let i = 0; i < list.length; i++) {
    const inner = below(excluded, i);
    if (inner?.here !== true) result.push(copyValue(list[i], inner, depth + 1));
  }
  return result;
};
