import type { Data } from '../data.ts';
import { errors } from '../errors.ts';
import { parseFieldPath, wildcard } from '../language/field-path.ts';
import { isIndex, isMap, own } from '../values/records.ts';

type Container = Record<string, unknown> | unknown[];

/** `Data` for one input. Writing copies the maps and lists along the path, and never changes the object of the caller. */
export class DataBag implements Data {
  #root: Readonly<Record<string, unknown>>;
  #copies: WeakSet<object> | null = null;

  constructor(root: Readonly<Record<string, unknown>>) {
    this.#root = root;
  }

  get(key: string): [value: unknown, exists: boolean] {
    if (key === '') return [undefined, false];
    let value: unknown = this.#root;
    for (const step of keysOf(key)) value = own(value, step);
    return [value, value !== undefined];
  }

  has(key: string): boolean {
    return this.get(key)[1];
  }

  all(): Readonly<Record<string, unknown>> {
    return this.#root;
  }

  set(key: string, value: unknown): void {
    const keys = keysOf(key);
    this.write(keys, value, key);
  }

  /** Like `set()`, with separate keys; `name` is the key's name in errors. */
  write(keys: readonly (string | number)[], value: unknown, name: string = keys.join('.')): void {
    const last = keys.at(-1);
    if (last === undefined) throw errors.E_DATA_KEY({ key: name, reason: 'it is empty' });
    const root = this.#owned(this.#root) as Record<string, unknown>;
    this.#root = root;
    let container: Container = root;
    for (const key of keys.slice(0, -1)) {
      const below: Container = this.#owned(own(container, key));
      place(container, key, below, name);
      container = below;
    }
    place(container, last, value, name);
  }

  /** The container itself if this bag made it, otherwise a copy. A new map if the value is not a container. */
  #owned(container: unknown): Container {
    this.#copies ??= new WeakSet();
    if (typeof container === 'object' && container !== null && this.#copies.has(container))
      return container as Container;
    const copy: Container = Array.isArray(container)
      ? [...(container as unknown[])]
      : isMap(container)
        ? { ...container }
        : {};
    this.#copies.add(copy);
    return copy;
  }
}

const keysOf = (key: string): string[] => {
  try {
    return parseFieldPath(key).segments.map((segment) => (segment === wildcard ? '*' : segment));
  } catch (cause) {
    throw errors.E_DATA_KEY({ key: key.slice(0, 200), reason: 'it is no path' }, { cause });
  }
};

const place = (container: Container, key: string | number, value: unknown, name: string): void => {
  if (!Array.isArray(container)) {
    // Not an assignment, because "__proto__" may be a normal key of the input.
    Object.defineProperty(container, key, { value, writable: true, enumerable: true, configurable: true });
    return;
  }
  if (!isIndex(key)) throw errors.E_DATA_KEY({ key: name, reason: `a list has no "${key}"` });
  const index = Number(key);
  if (index > container.length) throw errors.E_DATA_KEY({ key: name, reason: `the list ends at ${container.length}` });
  container[index] = value;
};
