import { type Context, FrameworkError } from '@taproot/core';
import { reasonOf } from '@taproot/core/internal';
import { isPromise } from '@taproot/core/plugin';
import { errors } from '../errors.ts';
import type { DataBag } from '../input/data-bag.ts';
import { presentKeys } from '../input/present-keys.ts';
import { type FieldPath, parseFieldPath } from '../language/field-path.ts';
import { readRule, splitRuleText, type WrittenRule } from '../language/split-rules.ts';
import { own } from '../values/records.ts';
import type { FilterRegistry } from './filter-registry.ts';

/** Filters by field: `{ name: 'trim|lower' }`, or a list of filter strings. */
export type FilterMap = Readonly<Record<string, string | readonly string[]>>;

interface FieldFilter extends WrittenRule {
  readonly field: string;
  readonly convert: (value: unknown, ...parameters: string[]) => unknown;
}

const neverRaw = (): boolean => false;

/**
 * Runs the filters of a map over the fields that are present, in the order of the map; absent fields stay absent. Throws
 * `E_FIELDS_TOO_MANY` for a path that matches more than `most` fields, as for rules.
 */
export const applyFilters = async (
  filters: FilterMap,
  bag: DataBag,
  registry: FilterRegistry,
  ctx: Context | null,
  most: number,
): Promise<void> => {
  const fields = Object.keys(filters).map((field) => ({
    path: parseFieldPath(field),
    chain: readFilters(filters[field], field).map((written) => prepare(written, field, registry, ctx)),
  }));
  for (const { path, chain } of fields) {
    for (const keys of presentKeys(path, bag.all(), most)) {
      const before = keys.reduce<unknown>(own, bag.all());
      const converted = runChain(chain, before);
      // Awaits only promises, because most filters are synchronous and a list may have thousands of entries.
      const value = isPromise(converted) ? await converted : converted;
      if (value !== before) bag.write(keys, value);
    }
  }
};

/** Paths at which the filters of a map expect a list: the paths before a `*`, outer ones first. */
export const filteredLists = (filters: FilterMap): readonly FieldPath[] =>
  [...new Set(Object.keys(filters).flatMap(listsOf))]
    .map(parseFieldPath)
    .sort((a, b) => a.segments.length - b.segments.length);

const listsOf = (field: string): string[] =>
  Array.from(field.matchAll(/\.\*(?=\.|$)/g), ({ index }) => field.slice(0, index)).filter(
    (path) => !path.endsWith('\\'),
  );

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

/** The value after the filters from `from` on. A promise only if one of them returned one. */
const runChain = (chain: readonly FieldFilter[], before: unknown, from = 0): unknown => {
  let value = before;
  for (let i = from; i < chain.length; i++) {
    const filter = chain[i];
    if (filter === undefined) break;
    try {
      value = filter.convert(value, ...filter.parameters);
    } catch (error) {
      throw failed(filter, error);
    }
    if (isPromise(value)) return resume(chain, i + 1, filter, value);
  }
  return value;
};

/** Runs the filters from `from` on, when the filter before them has answered. */
const resume = async (
  chain: readonly FieldFilter[],
  from: number,
  waited: FieldFilter,
  pending: Promise<unknown>,
): Promise<unknown> => {
  let value: unknown;
  try {
    value = await pending;
  } catch (error) {
    throw failed(waited, error);
  }
  return runChain(chain, value, from);
};

const failed = ({ name, field }: FieldFilter, error: unknown): FrameworkError => {
  if (error instanceof FrameworkError) return error;
  const reason = reasonOf(error);
  return errors.E_FILTER_FAILED({ filter: name, field, reason }, { cause: error });
};
