import type { PresenceQuery } from '@taproot/core/plugin';
import { CompiledQuery } from 'kysely';
import type { KindOf } from '../catalog/column-kinds.ts';
import { fitValue } from './fit-value.ts';
import type { QueryText } from './query-text.ts';

/** A column and the value that it must equal. */
interface Term {
  readonly column: string;
  readonly value: NonNullable<ReturnType<typeof fitValue>> | null;
}

/** A presence query whose values are converted for their columns. */
export interface Asked {
  /** For each value, the columns that could contain it. An empty list means that no row has the value. */
  readonly terms: readonly (readonly Term[])[];
  /** One query about the values at these places; its columns are `p0`, `p1` ... */
  compile(places: readonly number[]): CompiledQuery;
}

/** Null when no row can meet a condition of the rule itself. */
export const presentQuery = (query: PresenceQuery, kindOf: KindOf, text: QueryText): Asked | null => {
  const { columns, values, except, where } = query;
  const termOf = (column: string, value: PresenceQuery['values'][number]): Term[] => {
    const fitting = fitValue(value, kindOf(column));
    return fitting === undefined ? [] : [{ column, value: fitting }];
  };
  const conditions = where.map(({ column, value }) => termOf(column, value));
  if (conditions.some((terms) => terms.length === 0)) return null;
  const further = conditions.flat();
  const left = except === null ? [] : except.values.flatMap((value) => termOf(except.column, value));
  const terms = values.map((value) => columns.flatMap((column) => termOf(column, value)));
  const table = text.name(query.table);
  return {
    terms,
    // Builds text, because this runs for every request and a tree of nodes would cost more than the query.
    compile: (places) => {
      const parameters: unknown[] = [];
      const bind = (value: unknown): string => text.placeholder(parameters.push(value));
      const equals = ({ column, value }: Term): string =>
        value === null ? `${text.name(column)} is null` : `${text.name(column)} = ${bind(value)}`;
      const parts = places.map((at, i) => {
        const conditions = [`(${(terms[at] ?? []).map(equals).join(' or ')})`, ...further.map(equals)];
        if (left.length > 0) conditions.push(noneOf(left, text, bind));
        return `exists (select 1 from ${table} where ${conditions.join(' and ')}) as p${i}`;
      });
      return CompiledQuery.raw(`select ${parts.join(', ')}`, parameters);
    },
  };
};

/** A row with null in the column is not one of the excluded rows. */
const noneOf = (left: readonly Term[], text: QueryText, bind: (value: unknown) => string): string => {
  const column = text.name(left[0]?.column ?? '');
  return `(${column} not in (${left.map(({ value }) => bind(value)).join(', ')}) or ${column} is null)`;
};
