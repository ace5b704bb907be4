/** A filter: turns one present value into another before validation. */
export interface FilterDefinition {
  /** What the filter is called: `trim`. */
  readonly name: string;
  /** Further names in good standing (`int`). */
  readonly aliases?: readonly string[];
  /** Old names: they work and warn once. */
  readonly deprecated?: readonly string[];
  /** The new value; the value itself when it cannot be converted, so that the rules can say so. Never throws. */
  readonly apply: (value: unknown, ...parameters: string[]) => unknown;
}

/** Names a filter definition's shape; the definition is frozen. */
export const defineFilter = (definition: FilterDefinition): FilterDefinition => Object.freeze(definition);
