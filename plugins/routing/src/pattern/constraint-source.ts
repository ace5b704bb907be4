import { constraintText } from './parse-pattern.ts';

/** The source of a constraint for use in a larger expression. It captures nothing. */
export interface ConstraintSource {
  readonly source: string;
  /**
   * Whether it accepts exactly what the constraint accepts. If not, it may accept more, and the constraint must be
   * checked too.
   */
  readonly exact: boolean;
}

const tokens =
  /\\(?:k<[^>]{0,200}>|[1-9]\d*|[^])|\[(?:[^\\\]]|\\[^])*(?:\]|$)|\(\?(?:<?[=!]|<[^>]{1,200}>|[\w-]{0,8}:)|[^]/g;
const isLookaround = (token: string): boolean => /^\(\?<?[=!]/.test(token);
const isAnchor = (token: string): boolean => /^(?:\^|\$|\\[bB])$/.test(token);
const isReference = (token: string): boolean => /^\\(?:k|[1-9])/.test(token);

const segment: ConstraintSource = Object.freeze({ source: '[^\\/]+', exact: false });

/**
 * Converts a constraint into a part of the path's expression. Anchors, lookarounds and references would change their meaning there, and
 * flags would apply to the whole path. It leaves out assertions outside of groups. For all other such constraints, the part matches any
 * segment. In a `mixed` segment, groups keep their assertions except anchors, because these decide where the parameter ends.
 */
export const constraintSource = (constraint: RegExp, mixed = false): ConstraintSource => {
  if (constraint.flags !== '') return segment;
  const all = constraintText(constraint).match(tokens) ?? [];
  let text = '';
  let exact = true;
  let depth = 0;
  let leftOut = false;
  for (const [at, token] of all.entries()) {
    if (token.startsWith('(')) depth++;
    else if (token === ')') depth--;
    if (leftOut) {
      leftOut = depth > 0;
      continue;
    }
    // Anchors at both ends change nothing, because the constraint matches the whole value anyway.
    if ((token === '^' && at === 0) || (token === '$' && at === all.length - 1)) continue;
    leftOut = isLookaround(token);
    const assertion = leftOut || isAnchor(token);
    const inGroup = depth > (leftOut ? 1 : 0);
    // Without its assertion, a repeated group could take exponential time.
    const kept = assertion && inGroup && mixed && !/^[$^]$/.test(token);
    if (isReference(token) || (assertion && inGroup && !kept)) return segment;
    if (assertion) exact = false;
    leftOut &&= !kept;
    // The characters after an assertion may form a quantifier.
    text += assertion && !kept ? '(?:)' : token.replace(/^\((?:\?<[^>]+>)?$/, '(?:');
  }
  return { source: text, exact };
};
