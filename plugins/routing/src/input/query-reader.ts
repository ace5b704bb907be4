import type { Input } from '@taproot/core';
import { toBool, toInt, toInt64 } from './convert.ts';
import { getPath } from './dot-path.ts';
import { createInput } from './input-map.ts';

const firstText = (value: unknown): string | undefined => {
  const first: unknown = Array.isArray(value) ? value[0] : value;
  return typeof first === 'string' ? first : undefined;
};

/**
 * Reads a query, parsed and nested by brackets. A name is the name of a parameter, including dots; if there is none, it
 * is a dot path: `filter.state`.
 */
export class QueryReader {
  readonly #query: Input;

  constructor(query: Input) {
    this.#query = query;
  }

  query(name: string, fallback = ''): string {
    return firstText(this.#find(name)) ?? fallback;
  }

  queryInt(name: string, fallback = 0): number {
    return toInt(this.query(name), fallback);
  }

  queryInt64(name: string, fallback = 0n): bigint {
    return toInt64(this.query(name), fallback);
  }

  /** The fallback only when the parameter is absent; an empty one is false. */
  queryBool(name: string, fallback = false): boolean {
    const text = firstText(this.#find(name));
    return text === undefined ? fallback : toBool(text);
  }

  queryArray(name: string): string[] {
    const value = this.#find(name);
    const list: unknown[] = Array.isArray(value) ? value : [value];
    return list.filter((element) => typeof element === 'string');
  }

  /** Of a list the elements by index; of a member that was sent twice the first. Deeper maps are left out. */
  queryMap(name: string): Record<string, string> {
    const map = createInput() as Record<string, string>;
    const value = this.#find(name);
    if (typeof value !== 'object' || value === null) return map;
    for (const [key, member] of Object.entries(value)) {
      const text = firstText(member);
      if (text !== undefined) map[key] = text;
    }
    return map;
  }

  queries(): Input {
    return this.#query;
  }

  #find(name: string): unknown {
    return Object.hasOwn(this.#query, name) ? this.#query[name] : getPath(this.#query, name);
  }
}
