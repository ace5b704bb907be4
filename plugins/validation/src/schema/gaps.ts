import type { Exactness } from '../rules/rule-schema.ts';

/** A rule that a schema does not express completely, and its field. */
export interface SchemaGap {
  /** The field as written: `items.*.count`. */
  readonly field: string;
  /** The rule as written. */
  readonly rule: string;
  /** Whether the schema accepts more than the rule, or does not express it at all. */
  readonly exactness: Exclude<Exactness, 'exact'>;
  /** The values that the schema accepts and the rule does not, or the reason. */
  readonly reason: string;
}

/** Collects gaps, each once. */
export class GapList {
  readonly #gaps = new Map<string, SchemaGap>();

  add(field: string, rule: string, exactness: SchemaGap['exactness'], reason: string): void {
    const gap = { field, rule, exactness, reason };
    this.#gaps.set(JSON.stringify(gap), gap);
  }

  get all(): readonly SchemaGap[] {
    return [...this.#gaps.values()];
  }
}
