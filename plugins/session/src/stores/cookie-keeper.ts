import { randomBytes } from 'node:crypto';
import type { Seals } from '@taproot/core/plugin';
import { errors } from '../errors.ts';
import type { Keeper, Kept, Written } from './keeper.ts';
import { changed, fromJson, type SessionChanges, type SessionRecord, toJson } from './session-store.ts';

const most = {
  /** RFC 6265bis 5.6: browsers ignore a cookie whose name and value are longer, in bytes. */
  bytes: 4096,
  /** Characters of cookies whose session stays in memory, because pages of one visitor send the same one: some 10,000 visitors. */
  remembered: 2_000_000,
};

const purpose = 'session';

/** A session as the cookie holds it: id, begin, last use, user, values. */
type Sealed = [id: string, began: number, touched: number, user: string | null, values: object];

/**
 * Keeps each session encrypted in its cookie, so nothing has to run for it. The server knows no list of them: it cannot end a session that
 * another browser has copied, and of two parallel requests the later response wins.
 */
export class CookieKeeper implements Keeper {
  readonly name = 'cookie';
  readonly #seals: Seals;
  readonly #cookie: string;
  /** The sessions of cookies. Their times are checked at each request. */
  readonly #opened = new Map<string, Kept>();
  /** Characters of the cookies in `#opened`. */
  #remembered = 0;

  constructor(seals: Seals, cookie: string) {
    this.#seals = seals;
    this.#cookie = cookie;
  }

  read(cookie: string): Kept | null {
    const known = this.#opened.get(cookie);
    if (known !== undefined) return known;
    const text = this.#seals.open(purpose, cookie, this.#cookie);
    if (text === null) return null;
    const [id, began, touched, user, values] = JSON.parse(text) as Sealed;
    const kept = { id, record: { began, touched, user, values: fromJson(values) } };
    this.#remember(cookie, kept);
    return kept;
  }

  create(record: SessionRecord, lives: number): Written {
    return this.#write(randomBytes(16).toString('base64url'), record, lives);
  }

  change(_cookie: string, { id, record }: Kept, changes: SessionChanges): Written {
    return this.#write(id, changed(record, changes), changes.lives);
  }

  end(): void {
    // The browser forgets the cookie. Nobody else knows of it.
  }

  #remember(cookie: string, kept: Kept): void {
    this.#opened.set(cookie, kept);
    this.#remembered += cookie.length;
    for (const oldest of this.#opened.keys()) {
      if (this.#remembered <= most.remembered) return;
      this.#opened.delete(oldest);
      this.#remembered -= oldest.length;
    }
  }

  #write(id: string, record: SessionRecord, lives: number): Written {
    const { began, touched, user, values } = record;
    const sealed = `[${JSON.stringify(id)},${began},${touched},${JSON.stringify(user)},${toJson(values)}]`;
    const expires = Math.ceil(touched + lives);
    const cookie = this.#seals.seal(purpose, sealed, { place: this.#cookie, expires });
    const bytes = this.#cookie.length + cookie.length;
    if (bytes > most.bytes)
      throw errors.E_SESSION_LARGE({ bytes, store: this.name, most: most.bytes, keys: largest(values) });
    return { id, record, cookie };
  }
}

/** The three keys that take most, with their bytes. */
export const largest = (values: ReadonlyMap<string, string>): string =>
  [...values]
    .map(([key, text]) => [key, Buffer.byteLength(text)] as const)
    .toSorted(([, one], [, other]) => other - one)
    .slice(0, 3)
    .map(([key, bytes]) => `"${key}" (${bytes})`)
    .join(', ');
