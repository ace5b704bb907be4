import type { PatternNode } from './pattern-node.ts';

/** The steps that a backtracking engine may spend on a part of a pattern. */
interface Cost {
  /** The most characters that it compares. */
  readonly steps: number;
  /** The largest number of ways in which the part can match. The engine tries the following parts once for each way. */
  readonly ways: number;
}

/**
 * The highest number of comparisons that a backtracking engine can need for a pattern and a text of `length` characters. It is an upper
 * bound that counts every choice. A pattern below the budget is certainly fast; a pattern above it may be fast, too.
 */
export const countSteps = (pattern: PatternNode, length: number): number => {
  const { steps } = costOf(pattern, length);
  return isAnchored(pattern) ? steps : steps * length;
};

const costOf = (node: PatternNode, length: number): Cost => {
  switch (node.type) {
    case 'character':
    case 'edge':
      return { steps: 1, ways: 1 };
    case 'reference':
      return { steps: length, ways: 1 };
    case 'look':
      return { steps: costOf(node.body, length).steps, ways: 1 };
    case 'sequence':
      return node.items.reduce((before, item) => inSequence(before, costOf(item, length)), { steps: 0, ways: 1 });
    case 'choice':
      return node.options.map((option) => costOf(option, length)).reduce(either);
  }
  return repeated(costOf(node.body, length), node.min, node.max, length);
};

const inSequence = (before: Cost, after: Cost): Cost => ({
  steps: before.steps + before.ways * after.steps,
  ways: before.ways * after.ways,
});

const either = (one: Cost, other: Cost): Cost => ({ steps: one.steps + other.steps, ways: one.ways + other.ways });

/** The cost of a body that is repeated `min` to `max` times. */
const repeated = (body: Cost, min: number, max: number, length: number): Cost => {
  const turns = Math.min(max, Math.max(min, length));
  // If the body matches in one way, only the number of turns can vary. An endless repetition ends with the text.
  if (body.ways === 1) return { steps: turns * body.steps, ways: turns - min + 1 };
  let cost: Cost = { steps: 0, ways: min === 0 ? 1 : 0 };
  let before: Cost = { steps: 0, ways: 1 };
  for (let turn = 1; turn <= turns && Number.isFinite(before.ways); turn++) {
    before = inSequence(before, body);
    cost = { steps: before.steps, ways: turn < min ? cost.ways : cost.ways + before.ways };
  }
  return cost;
};

/** Whether a pattern can match only at the beginning of a text. */
const isAnchored = (node: PatternNode): boolean => {
  if (node.type === 'edge') return node.re2 === String.raw`\A`;
  if (node.type === 'choice') return node.options.every(isAnchored);
  const first = node.type === 'sequence' ? node.items[0] : undefined;
  return first !== undefined && isAnchored(first);
};
