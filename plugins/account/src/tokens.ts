import { hash, randomBytes } from 'node:crypto';
import type { Duration } from '@taproot/core';
import { dayOf, EndedRows, reasonOf } from '@taproot/core/internal';
import { type Row, seconds } from '@taproot/core/plugin';
import { type AccountParts, type UserId, unixNow } from './account-parts.ts';
import { errors } from './errors.ts';

/**
 * Purposes of tokens, and the data that they carry. An application declares its own: `declare module '@taproot/account' { interface
 * TokenPurposes { 'change-email': { email: string } } }`.
 */
// oxlint-disable-next-line typescript/no-empty-interface -- filled by declaration merging
export interface TokenPurposes {}

/** A declared purpose. */
// oxlint-disable-next-line typescript/no-redundant-type-constituents -- never only while nothing is merged
export type TokenPurpose = keyof TokenPurposes & string;

/** The content of a token. */
export interface HeldToken<Data> {
  /** Whom it was issued for: the id of a user, or an address. */
  readonly subject: string;
  /** The data that `issue()` put into it. */
  readonly data: Data;
  /** When it ends. */
  readonly expiresAt: Date;
}

/** Options of a token. */
export interface TokenOptions {
  /** How long it works, such as `'1h'`; an hour by default. */
  readonly lifetime?: Duration;
}

const table = 'account_tokens';
const form = /^[\w-]{43}$/;
const digest = (token: string): string => hash('sha256', token, 'hex');

/**
 * Tokens for links in mails. A token works once and for one purpose, until it expires; of two requests at once, one gets it. The table has
 * hashes only.
 */
export class Tokens {
  readonly #parts: AccountParts;
  readonly #ended: EndedRows;

  /** Made by `facades.Account()`. */
  constructor(parts: AccountParts) {
    this.#parts = parts;
    const failed = (error: unknown): void =>
      parts.report(errors.E_ACCOUNT_CLEANING({ reason: reasonOf(error) }, { cause: error }));
    this.#ended = new EndedRows({ rows: parts.rows, table, column: 'ends_day', failed });
  }

  /**
   * Makes a token: 43 characters that are safe in addresses. Earlier ones of the same subject work until one of them is used.
   *
   * @throws E_ACCOUNT_TABLE, E_ACCOUNT_ROWS; E_DURATION_INVALID
   * @example await facades.Account().tokens.issue('change-email', user.id, { email }, { lifetime: '1h' })
   */
  async issue<Purpose extends TokenPurpose>(
    purpose: Purpose,
    subject: UserId,
    data: TokenPurposes[Purpose],
    { lifetime = '1h' }: TokenOptions = {},
  ): Promise<string> {
    const token = randomBytes(32).toString('base64url');
    const expires = Math.floor(unixNow() + seconds(lifetime, 'The lifetime'));
    await this.#parts.rows().insert(table, {
      hash: digest(token),
      purpose,
      subject: String(subject),
      data: JSON.stringify(data),
      expires_at: expires,
      ends_day: dayOf(expires),
    });
    this.#ended.remove();
    return token;
  }

  /**
   * The content of a token, without using it: for the page that its link opens, because programs that look for dangerous links open it, too.
   * Null for a token that was used, has expired, or is for another purpose.
   *
   * @throws E_ACCOUNT_TABLE, E_ACCOUNT_ROWS
   */
  async find<Purpose extends TokenPurpose>(
    purpose: Purpose,
    token: string,
  ): Promise<HeldToken<TokenPurposes[Purpose]> | null> {
    const row = form.test(token) ? await this.#parts.rows().first(table, { hash: digest(token), purpose }) : undefined;
    return row === undefined || unixNow() >= Number(row['expires_at']) ? null : heldOf(row);
  }

  /**
   * Uses a token, and ends the others of its subject and purpose. Null for one that `find()` would not find. Of several requests at once,
   * exactly one gets it.
   *
   * @throws E_ACCOUNT_TABLE, E_ACCOUNT_ROWS
   */
  async use<Purpose extends TokenPurpose>(
    purpose: Purpose,
    token: string,
  ): Promise<HeldToken<TokenPurposes[Purpose]> | null> {
    const held = await this.find(purpose, token);
    if (held === null) return null;
    const isOurs = (await this.#parts.rows().delete(table, { hash: digest(token), purpose })) > 0;
    if (!isOurs) return null;
    await this.revoke(purpose, held.subject);
    return held;
  }

  /**
   * Ends the tokens of a subject: all of one purpose. Returns their number.
   *
   * @throws E_ACCOUNT_TABLE, E_ACCOUNT_ROWS
   */
  revoke(purpose: TokenPurpose, subject: UserId): Promise<number> {
    return this.#parts.rows().delete(table, { subject: String(subject), purpose });
  }

  /** Ends all tokens of a subject. */
  async forget(subject: UserId): Promise<void> {
    await this.#parts.rows().delete(table, { subject: String(subject) });
  }

  /** Waits until expired tokens are removed. */
  close(): Promise<void> {
    return this.#ended.close();
  }
}

const heldOf = <Data>(row: Row): HeldToken<Data> => ({
  subject: String(row['subject']),
  data: JSON.parse(String(row['data'])) as Data,
  expiresAt: new Date(Number(row['expires_at']) * 1000),
});
