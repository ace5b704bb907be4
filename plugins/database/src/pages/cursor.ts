import { errors } from '../errors.ts';

/** A value by which rows are ordered. */
export type CursorValue = string | number | boolean | Date | null;

/** A place between two rows: the values of a row next to it, and the side on which the wanted rows are. */
export interface Cursor {
  readonly values: readonly CursorValue[];
  readonly backwards: boolean;
}

/** The longest cursor that `readCursor()` accepts, in characters. */
export const longestCursor = 4096;

/** The cursor as a string for an address. The string may be longer than `longestCursor`. `order` identifies the order of the rows. */
export const writeCursor = ({ values, backwards }: Cursor, order: string): string => {
  const plain = values.map((value) => (value instanceof Date ? { at: value.toISOString() } : value));
  return Buffer.from(JSON.stringify([order, backwards ? 1 : 0, ...plain])).toString('base64url');
};

/** Reads a cursor that a client sent. Throws `E_PAGE_CURSOR` if the text is not a cursor for this order of `count` columns. */
export const readCursor = (text: string, order: string, count: number): Cursor => {
  const [ofOrder, side, ...plain] = text.length > longestCursor ? [] : parse(text);
  const values = plain.map(valueOf).filter((value) => value !== undefined);
  if (ofOrder !== order || (side !== 0 && side !== 1) || plain.length !== count || values.length !== count)
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

const valueOf = (value: unknown): CursorValue | undefined => {
  if (value === null || typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
    return value;
  if (typeof value !== 'object' || !('at' in value) || typeof value.at !== 'string') return undefined;
  const date = new Date(value.at);
  return Number.isNaN(date.getTime()) ? undefined : date;
};
