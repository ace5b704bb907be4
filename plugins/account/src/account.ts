import type { Context } from '@taproot/core';
import type { AccountParts, UserId } from './account-parts.ts';
import { originOf } from './address.ts';
import { TwoFactor } from './codes/two-factor.ts';
import { Passkeys } from './passkeys/passkeys.ts';
import { SignIn } from './providers/sign-in.ts';
import { Tokens } from './tokens.ts';

/** The facade `Account`: parts of accounts. Pages and controllers are yours. */
export class Account {
  /** Tokens of one use, for links in mails. */
  readonly tokens: Tokens;
  /** Codes of authenticator apps, and recovery codes. */
  readonly twoFactor: TwoFactor;
  /** Logins without a password. */
  readonly passkeys: Passkeys;
  /** Sign-in with other sites. */
  readonly signIn: SignIn;

  readonly #parts: AccountParts;

  /** Made by the plugin. */
  constructor(parts: AccountParts) {
    this.#parts = parts;
    this.tokens = new Tokens(parts);
    this.twoFactor = new TwoFactor(parts);
    this.passkeys = new Passkeys(parts);
    this.signIn = new SignIn(parts);
  }

  /**
   * The address of a path of this application, for a mail. Its host is that of `app.url` (`APP_URL`), and without it, while you develop, that
   * of the request.
   *
   * @throws E_ACCOUNT_URL in production without `APP_URL`
   * @example facades.Account().link(ctx, facades.Route().url('password.reset', { token }))
   */
  link(ctx: Context, path: string): string {
    return originOf(this.#parts.app, ctx) + path;
  }

  /**
   * Forgets everything about a user: tokens, two factors, passkeys and links. Call it before you delete the user.
   *
   * @throws E_ACCOUNT_TABLE, E_ACCOUNT_ROWS
   */
  async forget(user: UserId): Promise<void> {
    for (const part of [this.tokens, this.passkeys, this.signIn]) await part.forget(user);
    await this.twoFactor.turnOff(user);
  }
}
