import type { PatternNode } from './pattern-node.ts';

/** The steps that a backtracking engine may spend on a part of a pattern. */
interface Cost {
  /** Characters it compares, at most. */
  readonly steps: number;
  /** The maximal number of ways in which the part can match. The following parts are tried once for each. */
  readonly ways: number;
}

/**
 * The highest number of comparisons that a backtracking engine can need for a pattern and a text of `length`
 * characters. It is an upper bound that counts every choice: below a budget, a pattern is certainly fast; above it, it
 * need not be slow.
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

/** A body taken `min` to `max` times: one way for each number of turns and each way of every turn. */
const repeated = (body: Cost, min: number, max: number, length: number): Cost => {
  const turns = Math.min(max, Math.max(min, length));
  // With one way a turn only the number of turns is open; an endless one ends with the text.
  if (body.ways === 1) return { steps: turns * body.steps, ways: turns - min + 1 };
  let cost: Cost = { steps: 0, ways: min === 0 ? 1 : 0 };
  let before: Cost = { steps: 0, ways: 1 };
  for (let turn = 1; turn <= turns && Number.isFinite(before.ways); turn++) {
    before = inSequence(before, body);
    cost = { steps: before.steps, ways: turn < min ? cost.ways : cost.ways + before.ways };
  }
  return cost;
};

/** Whether a pattern can match at the beginning of a text only. */
const isAnchored = (node: PatternNode): boolean => {
  if (node.type === 'edge') return node.re2 === String.raw`\A`;
  if (node.type === 'choice') return node.options.every(isAnchored);
  const first = node.type === 'sequence' ? node.items[0] : undefined;
  return first !== undefined && isAnchored(first);
};
