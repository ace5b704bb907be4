import type { Expected, Predicate } from './check.ts';
import { isMap, splitPath } from './json-path.ts';
import { absenceFault, countFault, type Place, placeAt, presenceFault, valueFault } from './json-values.ts';

/**
 * Describes JSON piece by piece: `json.where('title', 'Hello').has('tags', 2).missing('secret').etc()`. Every key of an
 * object must be mentioned, unless `etc()` allows others. Paths are dot paths.
 */
export class AssertableJson {
  readonly #place: Place;
  readonly #faults: string[] = [];
  readonly #spokenOf = new Set<string>();
  #open = false;

  constructor(place: Place) {
    this.#place = place;
  }

  /** Checks the value at `path`: it must equal this value, match this expression, or satisfy this predicate. */
  where(path: string, expected: Expected | Predicate): this {
    return this.#note(valueFault(this.#at(path), expected));
  }

  /**
   * Checks that there is a value, even null. With a number, it must have that many elements or keys. With a function, its assertions must
   * hold for the value.
   */
  has(path: string, inside?: number | ((json: AssertableJson) => unknown)): this {
    const place = this.#at(path);
    const fault = typeof inside === 'number' ? countFault(place, inside) : presenceFault(place);
    if (fault === null && typeof inside === 'function') this.#faults.push(...faultsWithin(place, inside));
    return this.#note(fault);
  }

  /** Checks that there is no value, not even null. */
  missing(path: string): this {
    return this.#note(absenceFault(this.#at(path)));
  }

  /** Runs assertions for every element of the list at `path`. */
  each(path: string, scope: (json: AssertableJson) => unknown): this {
    const list = this.#at(path);
    if (!Array.isArray(list.value)) return this.#note(`Expected a list at ${list.path}, but there is none.`);
    for (const index of list.value.keys()) this.#faults.push(...faultsWithin(placeAt(list, String(index)), scope));
    return this;
  }

  /** Allows keys that were not mentioned. */
  etc(): this {
    this.#open = true;
    return this;
  }

  /** All assertions that do not hold. */
  faults(): readonly string[] {
    const { value, path } = this.#place;
    if (this.#open || !isMap(value)) return this.#faults;
    const others = Object.keys(value).filter((key) => !this.#spokenOf.has(key));
    if (others.length === 0) return this.#faults;
    const place = path === '' ? '' : ` at ${path}`;
    return [
      ...this.#faults,
      `Nothing was said of the keys ${others.join(', ')}${place}; end with etc() if there may be others.`,
    ];
  }

  #at(path: string): Place {
    this.#spokenOf.add(splitPath(path)[0]);
    return placeAt(this.#place, path);
  }

  #note(fault: string | null): this {
    if (fault !== null) this.#faults.push(fault);
    return this;
  }
}

/** The first assertion of `scope` that fails. */
export const faultsWithin = (place: Place, scope: (json: AssertableJson) => unknown): readonly string[] => {
  const json = new AssertableJson(place);
  scope(json);
  return json.faults();
};
