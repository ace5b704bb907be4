import { type DateParts, instantOf } from './date-parts.ts';
import type { DateToken } from './date-token.ts';

/** A piece of a layout: literal text, a part of the date, or an optional part with its dot. */
export type LayoutPiece = string | DateToken | { readonly optional: DateToken };

/** A date format. */
export interface DateLayout {
  /** Whether a text has this format, even if the date does not exist (`2024-02-30`). */
  fits(text: string): boolean;
  /** Milliseconds since 1970; null when the text has another format, or the date does not exist. */
  read(text: string): number | null;
}

// The longest date in characters.
const longest = 100;

const sourceOf = (piece: LayoutPiece): string => {
  if (typeof piece === 'string') return piece.replaceAll(/[$()*+./?[\\\]^{|}-]/g, String.raw`\$&`);
  return 'optional' in piece ? `(?:\\.(${piece.optional.pattern}))?` : `(${piece.pattern})`;
};

const tokenOf = (piece: LayoutPiece): DateToken[] => {
  if (typeof piece === 'string') return [];
  return ['optional' in piece ? piece.optional : piece];
};

/** A layout of pieces. Each part has only one spelling, so that a date gives the same text when it is written again. */
export const dateLayout = (pieces: readonly LayoutPiece[]): DateLayout => {
  const pattern = new RegExp(`^${pieces.map(sourceOf).join('')}$`);
  const tokens = pieces.flatMap(tokenOf);
  return {
    fits: (text) => text.length <= longest && pattern.test(text),
    read: (text) => {
      const match = text.length <= longest ? pattern.exec(text) : null;
      const parts = match === null ? null : partsOf(tokens, match);
      return parts === null ? null : instantOf(parts);
    },
  };
};

/** Null when a text has two different values for the same part. */
const partsOf = (tokens: readonly DateToken[], match: RegExpExecArray): DateParts | null => {
  const parts: DateParts = {};
  for (const [i, token] of tokens.entries()) {
    const text = match[i + 1];
    if (text === undefined) continue;
    const { part } = token;
    const value = token.read(text);
    if (parts[part] !== undefined && parts[part] !== value) return null;
    parts[part] = value;
  }
  return parts;
};
