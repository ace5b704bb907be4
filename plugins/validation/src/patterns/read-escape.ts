import type { PatternNode } from './pattern-node.ts';

/** An escape of a pattern, and the position after it. */
export interface Escape {
  readonly node: PatternNode;
  readonly end: number;
}

// JavaScript's white space (ECMA-262 22.2.2.9), because RE2's is only ASCII.
const space = String.raw`\t-\r \x{a0}\x{1680}\x{2000}-\x{200a}\x{2028}\x{2029}\x{202f}\x{205f}\x{3000}\x{feff}`;
const notSpace =
  String.raw`\x{0}-\x{8}\x{e}-\x{1f}\x{21}-\x{9f}\x{a1}-\x{167f}\x{1681}-\x{1fff}\x{200b}-\x{2027}\x{202a}-\x{202e}` +
  String.raw`\x{2030}-\x{205e}\x{2060}-\x{2fff}\x{3001}-\x{fefe}\x{ff00}-\x{10ffff}`;

const controls: Readonly<Record<string, number>> = { t: 9, n: 10, v: 11, f: 12, r: 13, 0: 0 };

const escape =
  /\\(?:u([\dA-Fa-f]{4})(?:\\u([\dA-Fa-f]{4}))?|u\{([\dA-Fa-f]+)\}|x([\dA-Fa-f]{2})|c([A-Za-z])|([pP])\{([^}]+)\}|k<[^>]+>|[1-9]\d*|(.))/suy;

/** One code point as RE2 writes it. */
export const re2Character = (code: number): string => String.raw`\x{${code.toString(16)}}`;

const character = (code: number, end: number): Escape => ({
  node: { type: 'character', re2: re2Character(code) },
  end,
});

const isHigh = (code: number): boolean => code >= 0xd800 && code <= 0xdbff;
const isLow = (code: number): boolean => code >= 0xdc00 && code <= 0xdfff;

/** Reads the escape at `start` of a pattern that JavaScript has found valid. Within a class `\b` is a backspace. */
export const readEscape = (source: string, start: number, inClass: boolean): Escape => {
  escape.lastIndex = start;
  const match = escape.exec(source);
  if (match === null) return { node: { type: 'reference' }, end: start + 2 };
  const end = escape.lastIndex;
  const [, unit, second, point, hex, control, property, name = '', letter] = match;
  if (unit !== undefined) return readUnits(unit, second, end);
  if (point !== undefined) return character(Number.parseInt(point, 16), end);
  if (hex !== undefined) return character(Number.parseInt(hex, 16), end);
  if (control !== undefined) return character(control.charCodeAt(0) % 32, end);
  if (property !== undefined) {
    const value = name.replace(/^(?:Script|sc|General_Category|gc)=/, '');
    return { node: { type: 'character', re2: `\\${property}{${value}}` }, end };
  }
  return letter === undefined ? { node: { type: 'reference' }, end } : readLetter(letter, end, inClass);
};

/** `\ud83d\ude00` is one code point; two units that are not a pair are read separately. */
const readUnits = (unit: string, second: string | undefined, end: number): Escape => {
  const high = Number.parseInt(unit, 16);
  if (second === undefined) return character(high, end);
  const low = Number.parseInt(second, 16);
  if (!isHigh(high) || !isLow(low)) return character(high, end - '\\u0000'.length);
  return character(String.fromCharCode(high, low).codePointAt(0) ?? 0, end);
};

const readLetter = (letter: string, end: number, inClass: boolean): Escape => {
  const set = (re2: string): Escape => ({ node: { type: 'character', re2 }, end });
  if ('dDwW'.includes(letter)) return set(`\\${letter}`);
  if (letter === 's') return set(inClass ? space : `[${space}]`);
  if (letter === 'S') return set(inClass ? notSpace : `[${notSpace}]`);
  if (letter === 'b' && inClass) return character(8, end);
  if (letter === 'b' || letter === 'B') return { node: { type: 'edge', re2: `\\${letter}` }, end };
  return character(controls[letter] ?? letter.codePointAt(0) ?? 0, end);
};
