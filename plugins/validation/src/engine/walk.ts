import { errors } from '../errors.ts';
import { isRecord, own } from '../values/records.ts';
import type { PlannedField } from './compiled-field.ts';

/** Is called for each concrete field of a walk. */
export interface FieldVisitor {
  /** Keys of the concrete field; the list is written over at the next step. */
  path: readonly (string | number)[];
  /** Asks the `exclude` rules of a field. */
  exclude(field: PlannedField, value: unknown): void;
  /** Asks all other rules of a field. */
  judge(field: PlannedField, value: unknown): void;
}

/** Goes to every concrete field that a path matches: an absent last key counts, a list without entries has none. */
export class Walk {
  readonly #visitor: FieldVisitor;
  readonly #most: number;
  /**
   * One list for all paths, overwritten at each step. It starts with two entries, because most paths have two keys and
   * V8 makes a list that grows much longer than that.
   */
  readonly #path: (string | number)[] = ['', ''];
  #leaves = 0;

  /** `most`: the concrete fields that one field may match. */
  constructor(visitor: FieldVisitor, most: number) {
    this.#visitor = visitor;
    this.#most = most;
  }

  /** @throws E_FIELDS_TOO_MANY */
  go(field: PlannedField, root: unknown, excluding: boolean): void {
    const { segments } = field.path;
    const path = this.#path;
    this.#leaves = 0;
    // Setting the length of a list is slow, and nearly always changes nothing.
    if (path.length > segments.length) path.length = segments.length;
    for (let depth = 0; depth < segments.length; depth++) {
      const segment = segments[depth];
      path[depth] = typeof segment === 'string' ? segment : '';
    }
    this.#visitor.path = path;
    this.#descend(field, root, 0, excluding);
  }

  #descend(field: PlannedField, container: unknown, from: number, excluding: boolean): void {
    const { segments } = field.path;
    let value = container;
    for (let depth = from; depth < segments.length; depth++) {
      const segment = segments[depth];
      if (typeof segment !== 'string') return this.#spread(field, value, depth, excluding);
      value = own(value, segment);
    }
    if (++this.#leaves > this.#most) throw errors.E_FIELDS_TOO_MANY({ field: field.path.text, limit: this.#most });
    if (excluding) this.#visitor.exclude(field, value);
    else this.#visitor.judge(field, value);
  }

  /** A wildcard: takes every key that is there. */
  #spread(field: PlannedField, container: unknown, depth: number, excluding: boolean): void {
    if (Array.isArray(container)) {
      for (let i = 0; i < container.length; i++) {
        this.#path[depth] = i;
        this.#descend(field, container[i], depth + 1, excluding);
      }
    } else if (isRecord(container)) {
      for (const key of Object.keys(container)) {
        this.#path[depth] = key;
        this.#descend(field, container[key], depth + 1, excluding);
      }
    }
  }
}
