import { hash } from 'node:crypto';
import { addressKey, type Context } from '@taproot/core';
import type { Limit } from './limit.ts';

/** The longest key that is stored unchanged, in characters; longer ones are hashed. */
const longest = 64;

/** A digest of 43 characters for a text of any length. UTF-16, because in UTF-8 all unpaired surrogates would be the same. */
export const digest = (text: string): string => hash('sha256', Buffer.from(text, 'utf16le'), 'base64url');

/** The place of a limit: its limiter, and its position in the list. */
export interface LimitPlace {
  /** Name of its limiter. */
  readonly limiter: string;
  /** The position of the limit in the limiter's list, from 0. */
  readonly index: number;
}

const spell = ({ limiter, index }: LimitPlace, seconds: number): string =>
  `${index}:${seconds}:${limiter.length}:${limiter}:`;

const bounded = (key: string): string => (key.length <= longest ? key : `#${digest(key)}`);

/**
 * The key of one counter. Different limiters, places, windows and subjects never have the same key, because numbers come first and the
 * length of each name comes before the name. The points are not in the key, so a changed limit keeps its count.
 */
export const counterKey = (place: LimitPlace, { seconds }: Limit, subject: string): string =>
  bounded(spell(place, seconds) + subject);

/** Makes the keys of `counterKey()` for one limiter. It builds the beginning of each key only once, not for each request. */
export class LimiterKeys {
  readonly #limiter: string;
  /** The beginnings of keys, by position of the limit. */
  readonly #spelled: { readonly seconds: number; readonly text: string }[] = [];

  constructor(limiter: string) {
    this.#limiter = limiter;
  }

  /** The key for the limit at this position with a window of `seconds`. */
  key(index: number, seconds: number, subject: string): string {
    let spelled = this.#spelled[index];
    if (spelled?.seconds !== seconds) {
      spelled = { seconds, text: spell({ limiter: this.#limiter, index }, seconds) };
      this.#spelled[index] = spelled;
    }
    return bounded(spelled.text + subject);
  }
}

/** The subject that a limit counts: its key, else the client's address on this route. */
export const subjectOf = (ctx: Context, limit: Limit, addressless: () => void): string => {
  if (limit.key !== null) return `=${limit.key}`;
  const request = ctx.request();
  const address = addressKey(request.ip());
  if (address === '') addressless();
  return `~${address} ${request.originPath()}`;
};

/**
 * The same key for all spellings of a name that a database may treat as equal: letter case, accents, spaces at the ends, wide and invisible
 * characters. Collations treat even more letters as equal, so count by address as well.
 * @example limiter.attempt(`login:${nameKey(email)}`, limit.perMinutes(15, 5));
 */
export const nameKey = (name: string): string =>
  name
    .normalize('NFKD')
    .toUpperCase()
    .toLowerCase()
    .normalize('NFKD')
    .replaceAll(/[\p{M}\p{C}\p{Z}]/gu, '');
