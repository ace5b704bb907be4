import { expect, test } from '@jest/globals';
import { FilterRegistry } from '../../../plugins/validation/src/filters/filter-registry.ts';
import { builtInFilters } from '../../../plugins/validation/src/filters/index.ts';

const registry = new FilterRegistry(builtInFilters);

/** What a filter makes of a value. */
export const filtered = (filter: string, value: unknown): unknown => registry.resolve(filter, 'f')(null)(value);

/** A filter with values and what becomes of them. */
export type FilterCases = readonly [filter: string, ...values: readonly (readonly [from: unknown, to: unknown])[]];

const write = (value: unknown): string => {
  if (typeof value === 'bigint' || typeof value === 'number') return String(value);
  const text = JSON.stringify(value) ?? typeof value;
  return text.length > 60 ? `${text.slice(0, 60)}...` : text;
};

/** One test for each value. */
export const testFilters = (cases: readonly FilterCases[]): void => {
  for (const [filter, ...values] of cases)
    for (const [from, to] of values)
      test(`${filter} makes ${write(to)} of ${write(from)}`, () => {
        expect(filtered(filter, from)).toEqual(to);
      });
};

/** Values that filters leave as they are. */
export const testUntouched = (filters: readonly string[], values: readonly unknown[]): void => {
  for (const filter of filters)
    for (const value of values)
      test(`${filter} leaves ${write(value)} as it is`, () => {
        expect(filtered(filter, value)).toBe(value);
      });
};
