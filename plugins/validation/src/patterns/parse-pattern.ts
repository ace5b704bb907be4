import type { PatternNode } from './pattern-node.ts';
import { re2Character, readEscape } from './read-escape.ts';

const quantifier = /([*+?]|\{(\d+)(,(\d*))?\})\??/uy;
const groupStart = /\((?:\?(?::|(<?[=!])|<[^>]+>))?/uy;
const bounds: Readonly<Record<string, readonly [min: number, max: number]>> = {
  '*': [0, Number.POSITIVE_INFINITY],
  '+': [1, Number.POSITIVE_INFINITY],
  '?': [0, 1],
};

/** Parses a pattern into a tree. It follows the grammar of the `u` flag, and expects a pattern that JavaScript accepts. */
class PatternParser {
  readonly #source: string;
  readonly #dot: PatternNode;
  #at = 0;

  constructor(source: string, dotAll: boolean) {
    this.#source = source;
    const re2 = dotAll ? String.raw`[\x{0}-\x{10ffff}]` : String.raw`[^\n\r\x{2028}\x{2029}]`;
    this.#dot = { type: 'character', re2 };
  }

  /** Parses the whole pattern, or the content of a group. */
  choice(): PatternNode {
    const options = [this.#sequence()];
    while (this.#source[this.#at] === '|') {
      this.#at++;
      options.push(this.#sequence());
    }
    const [only] = options;
    return options.length === 1 && only !== undefined ? only : { type: 'choice', options };
  }

  #sequence(): PatternNode {
    const items: PatternNode[] = [];
    for (let next = this.#source[this.#at]; next !== undefined && next !== '|' && next !== ')'; ) {
      items.push(this.#quantified(this.#atom(next)));
      next = this.#source[this.#at];
    }
    return { type: 'sequence', items };
  }

  #atom(next: string): PatternNode {
    if (next === '(') return this.#group();
    if (next === '[') return this.#class();
    if (next === '\\') return this.#escape(false);
    const code = this.#source.codePointAt(this.#at) ?? 0;
    this.#at += code > 0xffff ? 2 : 1;
    if (next === '.') return this.#dot;
    if (next === '^') return { type: 'edge', re2: String.raw`\A` };
    if (next === '$') return { type: 'edge', re2: String.raw`\z` };
    return { type: 'character', re2: re2Character(code) };
  }

  #quantified(body: PatternNode): PatternNode {
    quantifier.lastIndex = this.#at;
    const match = quantifier.exec(this.#source);
    if (match === null) return body;
    this.#at = quantifier.lastIndex;
    const [, sign = '', least, comma, most] = match;
    const [min, max] = bounds[sign] ?? [Number(least), upper(Number(least), comma, most)];
    return { type: 'repeat', body, min, max };
  }

  #group(): PatternNode {
    groupStart.lastIndex = this.#at;
    const look = groupStart.exec(this.#source)?.[1];
    this.#at = groupStart.lastIndex;
    const body = this.choice();
    this.#at++;
    return look === undefined ? body : { type: 'look', body };
  }

  #class(): PatternNode {
    const negated = this.#source[this.#at + 1] === '^';
    this.#at += negated ? 2 : 1;
    let members = '';
    for (let first = true; this.#source[this.#at] !== ']'; first = false) members += this.#member(first) ?? '';
    this.#at++;
    if (members !== '') return { type: 'character', re2: negated ? `[^${members}]` : `[${members}]` };
    return { type: 'character', re2: negated ? String.raw`[\x{0}-\x{10ffff}]` : null };
  }

  /** Reads a member of a class, or the hyphen between the ends of a range. */
  #member(first: boolean): string | null {
    const next = this.#source[this.#at];
    if (next === '\\') {
      const node = this.#escape(true);
      return node.type === 'character' ? node.re2 : null;
    }
    const code = this.#source.codePointAt(this.#at) ?? 0;
    this.#at += code > 0xffff ? 2 : 1;
    return next === '-' && !first && this.#source[this.#at] !== ']' ? '-' : re2Character(code);
  }

  #escape(inClass: boolean): PatternNode {
    const { node, end } = readEscape(this.#source, this.#at, inClass);
    this.#at = end;
    return node;
  }
}

const upper = (least: number, comma: string | undefined, most: string | undefined): number => {
  if (comma === undefined) return least;
  return most === undefined || most === '' ? Number.POSITIVE_INFINITY : Number(most);
};

/** The tree of a pattern that JavaScript accepts under the `u` flag. */
export const parsePattern = (source: string, dotAll: boolean): PatternNode =>
  new PatternParser(source, dotAll).choice();
