import type { RoutePattern, RouteSegment } from '@taproot/core/plugin';
import { mixedTest, type SegmentTest } from '../pattern/pattern-regexp.ts';

/** A child for any segment that passes its test. */
interface Slot<Entry> {
  readonly key: string;
  readonly rank: Rank;
  /** Null accepts every segment. */
  readonly test: SegmentTest | null;
  readonly node: Node<Entry>;
}

type Ranked = Pick<Slot<unknown>, 'key' | 'rank'>;

class Node<Entry> {
  readonly literals = new Map<string, Node<Entry>>();
  /** Mixed segments come first (more text before less, fewer free parameters before more), then constrained parameters, then plain ones. */
  readonly slots: Slot<Entry>[] = [];
  readonly ends: Entry[] = [];
  readonly wildcards: { readonly test: RegExp | null; readonly entry: Entry }[] = [];
}

const slotTest = (segment: RouteSegment): SegmentTest | null => {
  if (segment.kind === 'mixed') return mixedTest(segment.parts);
  return segment.kind === 'parameter' ? segment.parameter.constraint : null;
};

type Rank = readonly [kind: number, text: number, free: number];

const rankOf = (segment: RouteSegment): Rank => {
  if (segment.kind !== 'mixed') return [slotTest(segment) === null ? 2 : 1, 0, 0];
  const texts = segment.parts.map((part) => (typeof part === 'string' ? part.length : 0));
  const free = segment.parts.filter((part) => typeof part !== 'string' && part.constraint === null);
  return [0, -texts.reduce((sum, length) => sum + length, 0), free.length];
};

/**
 * The more specific one comes first. If two are equally specific, their expressions decide, so that the order of registration does not
 * matter.
 */
const compareRanks = (one: Ranked, other: Ranked): number => {
  const at = one.rank.findIndex((value, index) => value !== other.rank[index]);
  if (at === -1) return one.key < other.key ? -1 : 1;
  return (one.rank[at] ?? 0) - (other.rank[at] ?? 0);
};

/**
 * Finds the routes that may match a path, the most specific first. The order at each segment: literal, mixed, constrained parameter, plain
 * parameter, wildcard. The cost grows with the path, not with the number of routes.
 */
export class RouteTrie<Entry> {
  readonly #root = new Node<Entry>();

  add(pattern: RoutePattern, entry: Entry): void {
    let node = this.#root;
    for (const segment of pattern.segments) {
      if (segment.kind === 'wildcard') {
        node.wildcards.push({ test: segment.parameter.constraint, entry });
        return;
      }
      if (segment.kind === 'parameter' && segment.optional) node.ends.push(entry);
      node = this.#child(node, segment);
    }
    node.ends.push(entry);
  }

  /** Calls `visit` with each entry whose pattern fits the canonical `path`, until it returns true. */
  search(path: string, visit: (entry: Entry) => boolean): void {
    descend(this.#root, path, 1, visit);
  }

  #child(node: Node<Entry>, segment: RouteSegment): Node<Entry> {
    if (segment.kind === 'literal') {
      let child = node.literals.get(segment.text);
      if (child === undefined) node.literals.set(segment.text, (child = new Node()));
      return child;
    }
    const test = slotTest(segment);
    const key = test === null ? '' : String(test);
    const known = node.slots.find((slot) => slot.key === key);
    if (known !== undefined) return known.node;
    const slot: Slot<Entry> = { key, rank: rankOf(segment), test, node: new Node<Entry>() };
    node.slots.push(slot);
    node.slots.sort(compareRanks);
    return slot.node;
  }
}

// Scans by position, because a split would make an array and many strings for each request.
const descend = <Entry>(node: Node<Entry>, path: string, from: number, visit: (entry: Entry) => boolean): boolean => {
  if (from >= path.length) {
    for (const entry of node.ends) if (visit(entry)) return true;
    return false;
  }
  const slash = path.indexOf('/', from);
  const end = slash === -1 ? path.length : slash;
  const segment = path.slice(from, end);
  const literal = node.literals.get(segment);
  if (literal !== undefined && descend(literal, path, end + 1, visit)) return true;
  for (const { test, node: child } of node.slots) {
    if ((test === null || test.test(segment)) && descend(child, path, end + 1, visit)) return true;
  }
  for (const { test, entry } of node.wildcards) {
    if ((test === null || test.test(path.slice(from))) && visit(entry)) return true;
  }
  return false;
};
