import type { RouteSegment } from '@taproot/core';

class Node<Entry> {
  readonly literals = new Map<string, Node<Entry>>();
  any: Node<Entry> | null = null;
  readonly ends: Entry[] = [];
  readonly wildcards: Entry[] = [];

  children(): Node<Entry>[] {
    return this.any === null ? [...this.literals.values()] : [...this.literals.values(), this.any];
  }

  /** Those that a segment may lead to: any of them, unless it is literal. */
  childrenFor(segment: RouteSegment): Node<Entry>[] {
    if (segment.kind !== 'literal') return this.children();
    return [this.literals.get(segment.text), this.any].filter((child) => child !== undefined && child !== null);
  }
}

/**
 * Tells whether two patterns can match the same path, with every parameter taken for one that matches anything. Asked at
 * boot only.
 */
export class FastifyOverlaps<Entry> {
  readonly #root = new Node<Entry>();

  add(segments: readonly RouteSegment[], entry: Entry): void {
    let node = this.#root;
    for (const segment of segments) {
      if (segment.kind === 'wildcard') {
        node.wildcards.push(entry);
        return;
      }
      node = this.#child(node, segment);
    }
    node.ends.push(entry);
  }

  /** Whether an entry other than `self` may match a path that `segments` match. */
  has(segments: readonly RouteSegment[], self: Entry): boolean {
    return meets(this.#root, segments, 0, (entry) => entry !== self);
  }

  #child(node: Node<Entry>, segment: RouteSegment): Node<Entry> {
    if (segment.kind !== 'literal') return (node.any ??= new Node());
    let child = node.literals.get(segment.text);
    if (child === undefined) node.literals.set(segment.text, (child = new Node()));
    return child;
  }
}

type Test<Entry> = (entry: Entry) => boolean;

const meets = <Entry>(
  node: Node<Entry>,
  segments: readonly RouteSegment[],
  at: number,
  other: Test<Entry>,
): boolean => {
  const segment = segments[at];
  if (segment === undefined) return node.ends.some(other);
  if (node.wildcards.some(other)) return true;
  if (segment.kind === 'wildcard') return node.children().some((child) => holds(child, other));
  return node.childrenFor(segment).some((child) => meets(child, segments, at + 1, other));
};

const holds = <Entry>(node: Node<Entry>, other: Test<Entry>): boolean =>
  node.ends.some(other) || node.wildcards.some(other) || node.children().some((child) => holds(child, other));
