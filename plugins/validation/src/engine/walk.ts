import type { PlannedField } from '../compile/compiled-field.ts';
import { errors } from '../errors.ts';
import { isRecord, own } from '../values/records.ts';

/** The data that a walk visits, and the listener for its fields. */
export interface Walked {
  readonly root: unknown;
  /** Keys of the concrete field that was come to. */
  path: readonly (string | number)[];
  /** Most concrete fields that one field may match. */
  readonly most: number;
  /** Asks the `exclude` rules of a field. */
  exclude(field: PlannedField, value: unknown): void;
  /** Asks all other rules of a field. */
  visitOne(field: PlannedField, value: unknown): void;
}

/** Goes to every concrete field that a path matches: an absent last key counts, a list without entries has none. */
export class Walk {
  readonly #walked: Walked;
  /**
   * One list for all paths, overwritten at each step. It starts with two entries, because most paths have two keys and
   * V8 makes a list that grows much longer than that.
   */
  readonly #path: (string | number)[] = ['', ''];
  #leaves = 0;

  constructor(walked: Walked) {
    this.#walked = walked;
  }

  /** The path along a field, whose wildcards are to be written over. */
  along({ path: { segments } }: PlannedField): (string | number)[] {
    const path = this.#path;
    this.#walked.path = path;
    // Setting the length of a list is slow, and nearly always changes nothing.
    if (path.length > segments.length) path.length = segments.length;
    for (let depth = 0; depth < segments.length; depth++) {
      const segment = segments[depth];
      path[depth] = typeof segment === 'string' ? segment : '';
    }
    return path;
  }

  go(field: PlannedField, excluding: boolean): void {
    this.#leaves = 0;
    this.along(field);
    this.#descend(field, this.#walked.root, 0, excluding);
  }

  #descend(field: PlannedField, container: unknown, from: number, excluding: boolean): void {
    const { segments } = field.path;
    let value = container;
    for (let depth = from; depth < segments.length; depth++) {
      const segment = segments[depth];
      if (typeof segment !== 'string') return this.#spread(field, value, depth, excluding);
      value = own(value, segment);
    }
    this.#count(field);
    if (excluding) this.#walked.exclude(field, value);
    else this.#walked.visitOne(field, value);
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

  #count(field: PlannedField): void {
    const { most } = this.#walked;
    if (++this.#leaves > most) throw errors.E_FIELDS_TOO_MANY({ field: field.path.text, limit: most });
  }
}
