import { type FieldPath, fieldName, wildcard } from '../language/field-path.ts';
import type { Kind } from '../values/size.ts';

/** The message of a rule for a kind of value in one locale. */
export interface KnownMessage {
  readonly kind: Kind;
  readonly locale: string;
  /** The revision of the language files when the message was made. */
  readonly revision: number;
  readonly template: string;
  /** The finished message; null when it differs from value to value, or from field to field. */
  readonly text: string | null;
  /** The finished messages of a list's first entries; null when they differ from value to value. */
  readonly entries: string[] | null;
}

// More than an application has languages; names of locales may come from clients.
const mostLocales = 64;

/** Messages of one rule of one field. A form that is filled in wrongly gets the same messages again and again. */
export class KnownMessages {
  #messages: KnownMessage[] = [];

  find(kind: Kind, locale: string, revision: number): KnownMessage | null {
    for (const message of this.#messages)
      if (message.kind === kind && message.locale === locale && message.revision === revision) return message;
    return null;
  }

  add(message: KnownMessage): KnownMessage {
    const others = this.#messages.filter(({ revision }) => revision === message.revision);
    this.#messages = [message, ...others].slice(0, mostLocales);
    return message;
  }
}

type Keys = readonly (string | number)[];

// Entries of which anything is kept; a list may have any number of them.
const mostEntries = 32;

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
    return typeof key === 'number' && key < mostEntries ? key : -1;
  }

  name(keys: Keys): string {
    const entry = this.entry(keys);
    return entry === -1 ? fieldName(keys) : (this.#names[entry] ??= fieldName(keys));
  }
}
