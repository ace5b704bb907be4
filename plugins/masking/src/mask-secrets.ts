import { maskText } from './mask-text.ts';
import { isSecretEntry, mask } from './secret-names.ts';
import { type ListPlace, secretItems, secretMembers } from './secret-neighbours.ts';

/** Decides by name and value whether a member is a secret. */
type IsSecret = (name: string, value: unknown) => boolean;

const isPlain = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && [Object.prototype, null].includes(Object.getPrototypeOf(value));

const shownLeaf = (value: unknown, secret: boolean): unknown => {
  if (value === null || value === undefined || value === '' || typeof value === 'boolean') return value;
  if (secret) return mask;
  if (typeof value === 'string') return maskText(value);
  if (typeof value === 'function') return `[function ${value.name || 'anonymous'}]`;
  if (value instanceof Date || value instanceof RegExp || value instanceof URL) return maskText(String(value));
  // The text of a class instance may contain a secret, so only its name is shown.
  return typeof value === 'object' ? `[${value.constructor?.name ?? 'object'}]` : value;
};

/** Masks a value and everything below it. */
class Walk {
  readonly #isSecret: IsSecret;
  readonly #around = new Set<object>();

  constructor(isSecret: IsSecret) {
    this.#isSecret = isSecret;
  }

  value(value: unknown, secret: boolean, place: ListPlace): unknown {
    const isList = Array.isArray(value);
    if (!isList && !isPlain(value)) return shownLeaf(value, secret);
    if (this.#around.has(value)) return '[circular]';
    this.#around.add(value);
    const shown = isList ? this.#list(value, secret, place) : this.#members(value, secret);
    this.#around.delete(value);
    return shown;
  }

  #list(list: readonly unknown[], secret: boolean, place: ListPlace): unknown[] {
    const isSecret = secretItems(list, place, (name) => this.#isSecret(name, ''));
    return list.map((item, index) => this.value(item, secret || isSecret(index), null));
  }

  #members(value: Readonly<Record<string, unknown>>, secret: boolean): Record<string, unknown> {
    const isSecret = secretMembers((name, inner = '') => this.#isSecret(name, inner));
    return Object.fromEntries(
      Object.entries(value).map(([key, inner]) => [key, this.value(inner, isSecret(key, inner) || secret, key)]),
    );
  }
}

/**
 * Makes a value safe to show, and representable as JSON. Masks secrets (by name, with everything below them), credentials in strings as
 * `maskText()` does, and replaces functions and class instances by their names. Null, undefined and empty values stay. `isSecret` decides
 * by name and value; by default it knows the names that a configuration uses.
 */
export const maskSecrets = (value: unknown, secret = false, isSecret: IsSecret = isSecretEntry): unknown =>
  new Walk(isSecret).value(value, secret, '');
