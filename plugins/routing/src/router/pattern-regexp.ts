import type { RouteParameter, RoutePattern } from '@taproot/core';

/** The expression of a pattern, and which of its captures each parameter is, in the order of the parameters. */
export interface PatternRegExp {
  readonly regexp: RegExp;
  readonly captures: readonly number[];
}

const escapeText = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\/]/g, '\\$&');
const countGroups = (source: string): number => (new RegExp(`${source}|`).exec('')?.length ?? 1) - 1;
const inClass = (char: string): string => (/\w/.test(char) ? char : `\\${char}`);

/** The expression of one mixed segment. A free parameter takes nothing of the text behind it, so that matching is linear. */
const mixedSource = (
  parts: readonly (string | RouteParameter)[],
  capture: (source: string, own: RouteParameter) => string,
): string =>
  parts
    .map((part, index) => {
      if (typeof part === 'string') return escapeText(part);
      const next = parts[index + 1];
      const free = typeof next === 'string' ? `[^\\/${inClass(next.charAt(0))}]+` : '[^\\/]+';
      return capture(constraintSource(part) ?? free, part);
    })
    .join('');

// Constraints are kept as ^(?:...)$. One with flags cannot be part of a larger expression; who looks routes up tests it.
const constraintSource = ({ constraint }: RouteParameter): string | null =>
  constraint === null || constraint.flags !== '' ? null : constraint.source.slice(1, -1);

/** Compiles a pattern to an expression over canonical paths. */
export const patternRegExp = (pattern: RoutePattern): PatternRegExp => {
  const captures: number[] = [];
  let groups = 0;
  const capture = (source: string): string => {
    captures.push(groups++);
    groups += countGroups(source);
    return `(${source})`;
  };
  // A constraint may itself match a slash; what it takes must be the segment, whole: the rest behind both is the same.
  const within = (constraint: string): string => {
    const rest = groups + 1;
    groups++;
    const value = capture(constraint);
    return `(?=[^\\/]+((?:\\/.*)?)$)${value}(?=\\${rest}$)`;
  };
  let source = '';
  for (const segment of pattern.segments) {
    if (segment.kind === 'literal') source += `\\/${escapeText(segment.text)}`;
    else if (segment.kind === 'mixed') source += `\\/${mixedSource(segment.parts, capture)}`;
    else {
      const free = segment.kind === 'wildcard' ? '.+' : '[^\\/]+';
      const constraint = constraintSource(segment.parameter);
      const value =
        segment.kind === 'parameter' && constraint !== null ? within(constraint) : capture(constraint ?? free);
      source += segment.kind === 'parameter' && segment.optional ? `(?:\\/${value})?` : `\\/${value}`;
    }
  }
  // Where every segment is optional, the root is the shortest path.
  const optional = pattern.segments.every((segment) => segment.kind === 'parameter' && segment.optional);
  return { regexp: new RegExp(optional ? `^(?:\\/|${source})$` : `^${source}$`, 's'), captures };
};

/** The test of one mixed segment by itself. */
export const mixedRegExp = (parts: readonly (string | RouteParameter)[]): RegExp =>
  new RegExp(`^${mixedSource(parts, (source) => `(?:${source})`)}$`, 's');
