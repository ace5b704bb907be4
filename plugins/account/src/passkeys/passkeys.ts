import { hash } from 'node:crypto';
import { type Context, hasCode } from '@taproot/core';
import { reasonOf } from '@taproot/core/internal';
import type { Row } from '@taproot/core/plugin';
import { type AccountParts, type UserId, unixNow } from '../account-parts.ts';
import { originOf } from '../address.ts';
import { errors } from '../errors.ts';
import type { Site, StoredPasskey } from './webauthn.ts';

/** A passkey of a user, for a list. */
export interface Passkey {
  /** Names it in lists and for `remove()`. */
  readonly id: string;
  /** The name that the user gave it. */
  readonly name: string;
  /** When it was made. */
  readonly createdAt: Date;
  /** When it was last used; null for never. */
  readonly usedAt: Date | null;
}

/** Options of a ceremony, for the browser, and the challenge to keep in the session until the browser answers. */
export interface Ceremony {
  /** JSON for `PublicKeyCredential.parseCreationOptionsFromJSON()` or `parseRequestOptionsFromJSON()`. */
  readonly options: Readonly<Record<string, unknown>>;
  /** Keep it in the session, and take it out of it with `pull()`: an answer must not come twice. */
  readonly challenge: string;
}

const table = 'passkeys';
const digest = (text: string): string => hash('sha256', text, 'hex');

const storedOf = (row: Row): StoredPasskey => ({
  credential: String(row['credential']),
  publicKey: String(row['public_key']),
  counter: Number(row['counter']),
  transports: JSON.parse(String(row['transports'])) as string[],
});

const listed = (row: Row): Passkey => ({
  id: String(row['hash']),
  name: String(row['name']),
  createdAt: new Date(Number(row['created_at']) * 1000),
  usedAt: row['used_at'] === null ? null : new Date(Number(row['used_at']) * 1000),
});

const idOf = (response: unknown): string => {
  const id: unknown = typeof response === 'object' && response !== null ? Reflect.get(response, 'id') : null;
  return typeof id === 'string' ? id : '';
};

/** Passkeys (WebAuthn): a login without a password, which no other site can ask for. A passkey is two factors: the device, and who holds it. */
export class Passkeys {
  readonly #parts: AccountParts;

  /** Made by `facades.Account()`. */
  constructor(parts: AccountParts) {
    this.#parts = parts;
  }

  /**
   * Begins a new passkey of a user; `name` is what browsers show, such as the e-mail.
   *
   * @throws E_ACCOUNT_URL; E_ACCOUNT_TABLE, E_ACCOUNT_ROWS
   */
  async beginCreation(ctx: Context, user: { readonly id: UserId; readonly name: string }): Promise<Ceremony> {
    const { creationOptions } = await import('./webauthn.ts');
    const id = String(user.id);
    const known = await this.#parts.rows().all(table, { user_id: id });
    const handle = new Uint8Array(Buffer.from(digest(`${this.#parts.title}:${id}`), 'hex'));
    const options = await creationOptions(this.#site(ctx), { handle, name: user.name }, known.map(storedOf));
    return { options: { ...options }, challenge: options.challenge };
  }

  /**
   * Keeps the passkey that the browser has made. Null when the answer does not fit the challenge, or somebody has this passkey already.
   *
   * @throws E_ACCOUNT_URL; E_ACCOUNT_TABLE, E_ACCOUNT_ROWS
   */
  async create(
    ctx: Context,
    answer: { readonly user: UserId; readonly name: string; readonly response: unknown; readonly challenge: string },
  ): Promise<Passkey | null> {
    const { created } = await import('./webauthn.ts');
    const stored = await this.#judged(() => created(this.#site(ctx), answer.response, answer.challenge));
    if (stored === null) return null;
    const row = {
      hash: digest(stored.credential),
      credential: stored.credential,
      user_id: String(answer.user),
      public_key: stored.publicKey,
      counter: stored.counter,
      transports: JSON.stringify(stored.transports),
      name: answer.name,
      created_at: unixNow(),
      used_at: null,
    };
    try {
      await this.#parts.rows().insert(table, row);
      return listed(row);
    } catch (error) {
      if (hasCode(error, 'E_ROW_CONFLICT')) return null;
      throw error;
    }
  }

  /**
   * Begins a login. The browser offers the passkeys that it has for this site.
   *
   * @throws E_ACCOUNT_URL
   */
  async beginLogin(ctx: Context): Promise<Ceremony> {
    const { requestOptions } = await import('./webauthn.ts');
    const options = await requestOptions(this.#site(ctx));
    return { options: { ...options }, challenge: options.challenge };
  }

  /**
   * The id of the user whose passkey has signed the challenge; null for a passkey that is not known, and for a wrong signature.
   *
   * @throws E_ACCOUNT_URL; E_ACCOUNT_TABLE, E_ACCOUNT_ROWS
   */
  async login(
    ctx: Context,
    answer: { readonly response: unknown; readonly challenge: string },
  ): Promise<string | null> {
    const { rows } = this.#parts;
    const key = { hash: digest(idOf(answer.response)) };
    const row = await rows().first(table, key);
    if (row === undefined) return null;
    const { signedBy } = await import('./webauthn.ts');
    const stored = storedOf(row);
    const counter = await this.#judged(() => signedBy(this.#site(ctx), stored, answer.response, answer.challenge));
    if (counter === null) return null;
    const changed = await rows().update(table, { ...key, counter: stored.counter }, { counter, used_at: unixNow() });
    // A counter that somebody else has moved on is the sign of a copied key. Synchronised passkeys have no counter.
    return changed > 0 || counter === stored.counter ? String(row['user_id']) : null;
  }

  /** The passkeys of a user, the oldest first. */
  async ofUser(user: UserId): Promise<readonly Passkey[]> {
    const rows = await this.#parts.rows().all(table, { user_id: String(user) });
    return rows.map(listed).toSorted((one, other) => Number(one.createdAt) - Number(other.createdAt));
  }

  /** Removes a passkey of a user. False when the user has none of this id. */
  async remove(user: UserId, id: string): Promise<boolean> {
    return (await this.#parts.rows().delete(table, { hash: id, user_id: String(user) })) > 0;
  }

  /** Removes all passkeys of a user. */
  async forget(user: UserId): Promise<void> {
    await this.#parts.rows().delete(table, { user_id: String(user) });
  }

  #site(ctx: Context): Site {
    return { origin: originOf(this.#parts.app, ctx), title: this.#parts.title };
  }

  /** Wrong answers of browsers are an outcome, not an error; the log says why, because a wrong APP_URL looks the same. */
  async #judged<Result>(judge: () => Promise<Result | null>): Promise<Result | null> {
    try {
      return await judge();
    } catch (error) {
      this.#parts.report(errors.E_PASSKEY_REFUSED({ reason: reasonOf(error) }, { cause: error }));
      return null;
    }
  }
}
