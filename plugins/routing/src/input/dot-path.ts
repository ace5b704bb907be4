import { isMap } from './input-map.ts';

/** The segments of a dot path, at least one. */
export type DotPath = readonly [string, ...string[]];

/** Splits `user.name` into its segments; `\.` is a dot within one. */
export const splitPath = (path: string): DotPath => {
  if (!path.includes('.')) return [path];
  const segments = path.includes('\\')
    ? path.split(/(?<!\\)\./).map((segment) => segment.replaceAll('\\.', '.'))
    : path.split('.');
  // split() returns at least one segment.
  return segments as [string, ...string[]];
};

const canonicalIndex = /^(?:0|[1-9]\d*)$/;

/** Whether `segment` names an element of a list of `length`: canonical decimal digits within its bounds. */
export const isIndex = (segment: string, length: number): boolean =>
  canonicalIndex.test(segment) && Number(segment) < length;

const step = (holder: unknown, segment: string): unknown => {
  if (Array.isArray(holder)) return isIndex(segment, holder.length) ? holder[Number(segment)] : undefined;
  return isMap(holder) && Object.hasOwn(holder, segment) ? holder[segment] : undefined;
};

/** The value at these segments; undefined when absent. */
export const walk = (data: unknown, path: readonly string[]): unknown => {
  let value = data;
  for (const segment of path) value = step(value, segment);
  return value;
};

/**
 * The value at a dot path: finds own members of maps and elements of lists, never inherited members. Undefined when absent, also if the
 * path leads through a scalar.
 */
export const getPath = (data: unknown, path: string): unknown => walk(data, splitPath(path));
