import type { RouteParameter } from '@taproot/core/internal';
import type { RoutePattern, RouteSegment } from '@taproot/core/plugin';
import { constraintSource } from './constraint-source.ts';

/** Tests one segment of a canonical path. Equal tests have equal text. */
export interface SegmentTest {
  test(segment: string): boolean;
  toString(): string;
}

/** Tests a mixed segment whose expression may accept more than its constraints. */
class MixedTest implements SegmentTest {
  readonly #regexp: RegExp;
  readonly #constraints: readonly (RegExp | null)[];

  constructor(regexp: RegExp, constraints: readonly (RegExp | null)[]) {
    this.#regexp = regexp;
    this.#constraints = constraints;
  }

  test(segment: string): boolean {
    const captures = this.#regexp.exec(segment);
    return (
      captures !== null && this.#constraints.every((constraint, at) => constraint?.test(captures[at + 1] ?? '') ?? true)
    );
  }

  toString(): string {
    return [this.#regexp, ...this.#constraints].join(' ');
  }
}

/** Makes the test of one mixed segment. */
export const mixedTest = (parts: readonly (string | RouteParameter)[]): SegmentTest => {
  const regexp = mixedRegExp(parts);
  const constraints = parts.filter((part) => typeof part !== 'string').map(({ constraint }) => constraint);
  const exact = constraints.every((constraint) => constraint === null || constraintSource(constraint).exact);
  return exact ? regexp : new MixedTest(regexp, constraints);
};

/** The expression of a pattern, and the number of the capture for each parameter. */
export interface PatternRegExp {
  readonly regexp: RegExp;
  readonly captures: readonly number[];
}

type Parts = readonly (string | RouteParameter)[];

const escapeText = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\/]/g, '\\$&');
const inClass = (char: string): string => (/\w/.test(char) ? char : `\\${char}`);

const isFree = (part: string | RouteParameter | undefined): boolean =>
  typeof part === 'object' && part.constraint === null;

/** How many possible ends of a free parameter to try before a constraint. A UUID with its four hyphens needs five. */
const mostEnds = 16;

// Before a constraint, trying an end costs a match of the rest. So only the last ends are tried, and matching stays linear.
const fewEnds = (char: string, behind: Parts): string => {
  if (behind.every((part) => typeof part === 'string')) return '';
  const own = behind
    .flatMap((part) => (typeof part === 'string' ? Array.from(part) : []))
    .filter((each) => each === char);
  return `(?!(?:[^\\/${inClass(char)}]*${escapeText(char)}){${own.length + mostEnds + 1}})`;
};

/**
 * A parameter without a constraint. It extends to the last occurrence of the text after it. If another parameter without a constraint
 * follows, it excludes the first character of that text, because trying every pair of ends would take quadratic time.
 */
const freeSource = (behind: Parts, capture: (source: string) => string): string => {
  const [next] = behind;
  if (typeof next !== 'string') return capture('[^\\/]+');
  const char = next.charAt(0);
  if (behind.some(isFree)) return capture(`[^\\/${inClass(char)}]+`);
  return capture('[^\\/]+') + fewEnds(char, behind);
};

// The end of a parameter is never within an escape of the canonical path.
const wholeEscape = '(?<!%.?)';

/** The expression of one mixed segment. */
const mixedSource = (parts: Parts, capture: (source: string) => string): string =>
  parts
    .map((part, index) => {
      if (typeof part === 'string') return escapeText(part);
      const behind = parts.slice(index + 1);
      const value =
        part.constraint === null
          ? freeSource(behind, capture)
          : capture(constraintSource(part.constraint, true).source);
      return behind.length === 0 ? value : value + wholeEscape;
    })
    .join('');

/** Whether a segment is optional or matches several segments of a path. Only such a segment can match text of its neighbours. */
const isOpen = (segment: RouteSegment): boolean =>
  segment.kind === 'wildcard' || (segment.kind === 'parameter' && segment.optional);

const isConstrained = (parts: Parts): boolean =>
  parts.some((part) => typeof part !== 'string' && part.constraint !== null);

/** The constraint's expression if it is exact; null when the search must also test the constraint itself. */
const exactSource = ({ constraint }: RouteParameter): string | null => {
  if (constraint === null) return null;
  const { source, exact } = constraintSource(constraint);
  return exact ? source : null;
};

/** Compiles a pattern to an expression over canonical paths. Without flags, as constraints are by themselves. */
export const patternRegExp = (pattern: RoutePattern): PatternRegExp => {
  const captures: number[] = [];
  let groups = 0;
  const capture = (source: string): string => {
    captures.push(groups++);
    return `(${source})`;
  };
  // A constraint may match a slash, but it must match exactly one segment. So segment and constraint must leave the same rest of the path.
  const within = (value: () => string): string => {
    const rest = ++groups;
    return `(?=[^\\/]+((?:\\/[^]*)?)$)${value()}(?=\\${rest}$)`;
  };
  const open = pattern.segments.some(isOpen);
  let source = '';
  for (const segment of pattern.segments) {
    if (segment.kind === 'literal') source += `\\/${escapeText(segment.text)}`;
    else if (segment.kind === 'mixed') {
      const mixed = (): string => mixedSource(segment.parts, capture);
      source += `\\/${open && isConstrained(segment.parts) ? within(mixed) : mixed()}`;
    } else if (segment.kind === 'wildcard') source += `\\/${capture(exactSource(segment.parameter) ?? '[^]+')}`;
    else {
      const exact = exactSource(segment.parameter);
      const value = exact === null ? capture('[^\\/]+') : within(() => capture(exact));
      source += segment.optional ? `(?:\\/${value})?` : `\\/${value}`;
    }
  }
  // If every segment is optional, the shortest path is the root.
  const optional = pattern.segments.every((segment) => segment.kind === 'parameter' && segment.optional);
  return { regexp: new RegExp(optional ? `^(?:\\/|${source})$` : `^${source}$`), captures };
};

/** The expression of one mixed segment. It captures its parameters in order. */
export const mixedRegExp = (parts: Parts): RegExp => new RegExp(`^${mixedSource(parts, (source) => `(${source})`)}$`);
