import { errors } from '../errors.ts';

/** A value by which rows are ordered. */
export type CursorValue = string | number | boolean | Date;

/** A place between two rows: the values of the row beside it, and on which side the wanted rows are. */
export interface Cursor {
  readonly values: readonly CursorValue[];
  readonly backwards: boolean;
}

const longest = 4096;

/** Text for an address. `order` says for which order of rows it is. */
export const writeCursor = ({ values, backwards }: Cursor, order: string): string => {
  const plain = values.map((value) => (value instanceof Date ? { at: value.toISOString() } : value));
  return Buffer.from(JSON.stringify([order, backwards ? 1 : 0, ...plain])).toString('base64url');
};

/** The cursor of a text that a client sent; `E_PAGE_CURSOR` when it is none for this order of `count` columns. */
export const readCursor = (text: string, order: string, count: number): Cursor => {
  const [ofOrder, side, ...plain] = text.length > longest ? [] : parse(text);
  const values = plain.flatMap((value) => valueOf(value) ?? []);
  if (ofOrder !== order || (side !== 0 && side !== 1) || values.length !== count || plain.length !== count)
    throw errors.E_PAGE_CURSOR();
  return { values, backwards: side === 1 };
};

const parse = (text: string): readonly unknown[] => {
  try {
    const value: unknown = JSON.parse(Buffer.from(text, 'base64url').toString());
    return Array.isArray(value) ? value : [];
  } catch {
    return [];
  }
};

const valueOf = (value: unknown): CursorValue | null => {
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return value;
  if (typeof value !== 'object' || value === null || !('at' in value) || typeof value.at !== 'string') return null;
  const date = new Date(value.at);
  return Number.isNaN(date.getTime()) ? null : date;
};
