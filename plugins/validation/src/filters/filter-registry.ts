import { type Context } from '@taproot/core';
import { didYouMean } from '@taproot/core/plugin';
import { errors } from '../errors.ts';
import { warnOnce } from '../warn-once.ts';
import type { CustomFilter, FilterDefinition } from './filter.ts';

/** The function of a filter. */
export type Conversion = (value: unknown, ...parameters: string[]) => unknown;

interface Entry {
  readonly origin: string;
  readonly prepare: (ctx: Context | null) => Conversion;
  /** The name to write instead of a deprecated one. */
  readonly replacement: string | null;
}

/** The filters of one application, by all their names. */
export class FilterRegistry {
  readonly #entries = new Map<string, Entry>();

  constructor(builtIn: readonly FilterDefinition[]) {
    for (const filter of builtIn) {
      const prepare = (): Conversion => filter.apply;
      for (const name of [filter.name, ...(filter.aliases ?? [])])
        this.#put(name, { origin: 'built in', prepare, replacement: null });
      for (const name of filter.deprecated ?? [])
        this.#put(name, { origin: 'built in', prepare, replacement: filter.name });
    }
  }

  /** Adds a filter. Throws `E_FILTER_DUPLICATE` when its name is taken. `origin` says where it comes from. */
  add(filter: CustomFilter, origin: string): void {
    this.#put(filter.signature(), { origin, prepare: (ctx) => filter.handle(ctx), replacement: null });
  }

  /** The conversion with this name. Throws `E_FILTER_UNKNOWN` with the nearest name. Warns once for a deprecated name. */
  resolve(name: string, field: string): (ctx: Context | null) => Conversion {
    const entry = this.#entries.get(name);
    if (entry === undefined)
      throw errors.E_FILTER_UNKNOWN({
        field,
        filter: name.slice(0, 100),
        hint: didYouMean(name, this.#entries.keys()),
      });
    if (entry.replacement !== null) warnOnce('filter', name, entry.replacement);
    return entry.prepare;
  }

  /** All names that a filter string may use. */
  names(): IterableIterator<string> {
    return this.#entries.keys();
  }

  #put(name: string, entry: Entry): void {
    const first = this.#entries.get(name)?.origin;
    if (first !== undefined) throw errors.E_FILTER_DUPLICATE({ filter: name, first, second: entry.origin });
    this.#entries.set(name, entry);
  }
}
