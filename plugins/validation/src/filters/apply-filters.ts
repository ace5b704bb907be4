import { type Context, FrameworkError, isPromise } from '@taproot/core';
import { type FieldPath, parseFieldPath, type Segment, wildcard } from '../engine/field-path.ts';
import { readRule, splitRuleText, type WrittenRule } from '../engine/split-rules.ts';
import { errors } from '../errors.ts';
import type { DataBag } from '../input/data-bag.ts';
import { isMap } from '../values/is-map.ts';
import { own } from '../values/own.ts';
import type { FilterRegistry } from './filter-registry.ts';

/** Filters by field: `{ name: 'trim|lower' }`, or a list of filter texts. */
export type FilterMap = Readonly<Record<string, string | readonly string[]>>;

interface FieldFilter extends WrittenRule {
  readonly field: string;
  readonly convert: (value: unknown, ...parameters: string[]) => unknown;
}

type Keys = (string | number)[];

const neverRaw = (): boolean => false;

/** Runs the filters of a map over the fields that are present, in the order of the map; absent fields stay absent. */
export const applyFilters = async (
  filters: FilterMap,
  bag: DataBag,
  registry: FilterRegistry,
  ctx: Context | null,
): Promise<void> => {
  const fields = Object.keys(filters).map((field) => ({
    path: parseFieldPath(field),
    chain: readFilters(filters[field], field).map((written) => prepare(written, field, registry, ctx)),
  }));
  for (const { path, chain } of fields) {
    for (const keys of presentKeys(path, bag.all())) {
      const before = keys.reduce<unknown>(own, bag.all());
      const value = await runChain(chain, before);
      if (value !== before) bag.write(keys, value);
    }
  }
};

const readFilters = (filters: unknown, field: string): WrittenRule[] => {
  if (typeof filters === 'string') return splitRuleText(filters, neverRaw);
  if (!Array.isArray(filters)) throw errors.E_FILTER_SHAPE({ field, actual: `of type ${typeof filters}` });
  return filters.flatMap((entry: unknown) => {
    if (typeof entry !== 'string') throw errors.E_FILTER_SHAPE({ field, actual: `a list with a ${typeof entry}` });
    return entry.trim() === '' ? [] : [readRule(entry.trim(), neverRaw)];
  });
};

const prepare = (written: WrittenRule, field: string, registry: FilterRegistry, ctx: Context | null): FieldFilter => {
  const convert: unknown = registry.resolve(written.name, field)(ctx);
  if (typeof convert === 'function') return { ...written, field, convert: convert as FieldFilter['convert'] };
  throw errors.E_FILTER_FAILED({ filter: written.name, field, reason: 'handle() returned no function' });
};

const runChain = async (chain: readonly FieldFilter[], before: unknown): Promise<unknown> => {
  let value = before;
  for (const { name, field, parameters, convert } of chain) {
    try {
      const converted = convert(value, ...parameters);
      value = isPromise(converted) ? await converted : converted;
    } catch (error) {
      if (error instanceof FrameworkError) throw error;
      const reason = error instanceof Error ? error.message : String(error);
      throw errors.E_FILTER_FAILED({ filter: name, field, reason }, { cause: error });
    }
  }
  return value;
};

const presentKeys = ({ segments }: FieldPath, root: unknown): Keys[] => {
  const found: Keys[] = [];
  walk(segments, 0, root, [], found);
  return found;
};

const walk = (segments: readonly Segment[], depth: number, value: unknown, keys: Keys, found: Keys[]): void => {
  const segment = segments[depth];
  if (value === undefined) return;
  if (segment === undefined) found.push(keys);
  else if (segment !== wildcard) walk(segments, depth + 1, own(value, segment), [...keys, segment], found);
  else if (Array.isArray(value))
    for (const [i, entry] of value.entries()) walk(segments, depth + 1, entry, [...keys, i], found);
  else if (isMap(value))
    for (const key of Object.keys(value)) walk(segments, depth + 1, value[key], [...keys, key], found);
};
