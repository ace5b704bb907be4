import type { PatternNode } from './pattern-node.ts';

/** A pattern in the syntax of RE2, without captures; null when it has lookarounds, back references or unknown sets. */
export const toRe2 = (node: PatternNode): string | null => {
  switch (node.type) {
    case 'character':
    case 'edge':
      return node.re2;
    case 'sequence':
      return join(node.items, '');
    case 'choice': {
      const options = join(node.options, '|');
      return options === null ? null : `(?:${options})`;
    }
    case 'repeat': {
      const body = toRe2(node.body);
      return body === null ? null : `(?:${body})${quantifier(node.min, node.max)}`;
    }
  }
  return null;
};

const join = (nodes: readonly PatternNode[], separator: string): string | null => {
  const texts = nodes.map(toRe2);
  return texts.includes(null) ? null : texts.join(separator);
};

const quantifier = (min: number, max: number): string => {
  if (max === 1 && min === 0) return '?';
  if (max !== Number.POSITIVE_INFINITY) return `{${min},${max}}`;
  if (min > 1) return `{${min},}`;
  return min === 0 ? '*' : '+';
};
