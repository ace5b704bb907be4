import { type FieldPath, fieldName, wildcard } from '../parse/field-path.ts';

type Keys = readonly (string | number)[];

// Entries of which anything is kept; a list may have any number of them.
const most = 32;

/** Names in messages of the concrete fields that one wildcard matches: those at the beginning of a list are kept. */
export class EntryNames {
  readonly #at: number;
  readonly #names: string[] = [];

  constructor({ segments }: FieldPath) {
    this.#at = segments.indexOf(wildcard);
  }

  /**
   * The index of the entry that a concrete field belongs to; -1 for an entry of a map, and for entries that are not
   * stored.
   */
  entry(keys: Keys): number {
    const key = keys[this.#at];
    return typeof key === 'number' && key < most ? key : -1;
  }

  name(keys: Keys): string {
    const entry = this.entry(keys);
    return entry === -1 ? fieldName(keys) : (this.#names[entry] ??= fieldName(keys));
  }
}
