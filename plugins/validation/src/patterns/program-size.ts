import type { PatternNode } from './pattern-node.ts';

/**
 * How many states RE2 makes of a pattern, at least. Counted without making them: a bounded repetition becomes as many
 * copies, and RE2JS reads a bound of ten digits as some other number.
 */
export const programSize = (node: PatternNode): number => {
  switch (node.type) {
    case 'sequence':
      return sum(node.items);
    case 'choice':
      return sum(node.options) + node.options.length - 1;
    case 'repeat': {
      const body = programSize(node.body);
      if (node.max === Number.POSITIVE_INFINITY) return body * Math.max(node.min, 1) + 1;
      return body * node.max + (node.max - node.min);
    }
  }
  return 1;
};

const sum = (nodes: readonly PatternNode[]): number => nodes.reduce((size, node) => size + programSize(node), 0);
