import { hash } from 'node:crypto';
import { type Context, hasCode } from '@taproot/core';
import { reasonOf } from '@taproot/core/internal';
import { type AccountParts, type UserId, unixNow } from '../account-parts.ts';
import { originOf } from '../address.ts';
import type { ProviderConfig } from '../config.ts';
import { errors } from '../errors.ts';
import type { Client } from './openid.ts';
import type { PendingSignIn, Profile, Provider } from './profile.ts';

const table = 'linked_accounts';

const keyOf = ({ provider, subject }: Pick<Profile, 'provider' | 'subject'>): string =>
  hash('sha256', `${provider}\n${subject}`, 'hex');

const titleOf = (name: string, { driver, title }: ProviderConfig): string =>
  title ?? (driver === 'github' ? 'GitHub' : name.slice(0, 1).toUpperCase() + name.slice(1));

/** Sign-in with other sites, by OpenID Connect or OAuth 2: with PKCE, state and nonce. */
export class SignIn {
  readonly #parts: AccountParts;
  readonly #clients = new Map<string, Promise<Client>>();

  /** Made by `facades.Account()`. */
  constructor(parts: AccountParts) {
    this.#parts = parts;
  }

  /** The providers that have a `client_id`. */
  providers(): readonly Provider[] {
    return Object.entries(this.#parts.app.config.account.providers)
      .filter(([, { client_id }]) => client_id !== '')
      .map(([name, provider]) => ({ name, title: titleOf(name, provider) }));
  }

  /**
   * Begins a sign-in: send the browser to `url`, and keep `pending` in the session. `callback` is the path to which it comes back. Null when
   * the provider does not answer, which is reported.
   *
   * @throws E_PROVIDER_UNKNOWN (404); E_ACCOUNT_URL
   * @example const { url, pending } = await facades.Account().signIn.begin(ctx, 'github', '/sign-in/github/callback')
   */
  async begin(
    ctx: Context,
    name: string,
    callback: string,
  ): Promise<{ readonly url: string; readonly pending: PendingSignIn } | null> {
    const provider = this.#provider(name);
    const address = originOf(this.#parts.app, ctx) + callback;
    return this.#judged(name, async () => {
      const { authorization } = await import('./openid.ts');
      return authorization(await this.#client(name, provider), address);
    });
  }

  /**
   * Ends a sign-in, in the route of the callback: who the user is. Null when the user has cancelled, when the callback does not belong to
   * `pending`, and when the provider fails; the reason is reported.
   *
   * @throws E_PROVIDER_UNKNOWN (404); E_ACCOUNT_URL
   */
  async finish(ctx: Context, name: string, pending: PendingSignIn | null): Promise<Profile | null> {
    const provider = this.#provider(name);
    const callback = new URL(ctx.request().url(), originOf(this.#parts.app, ctx)).href;
    return this.#judged(name, async () => {
      if (pending === null) throw new Error('this browser did not begin it, or has ended it already');
      if (pending.provider !== name) throw new Error(`it was begun with "${pending.provider}"`);
      const { profileOf } = await import('./openid.ts');
      return profileOf(await this.#client(name, provider), callback, pending);
    });
  }

  /** The id of the user who has linked this account of another site; null when no user has. */
  async userOf(profile: Pick<Profile, 'provider' | 'subject'>): Promise<string | null> {
    const row = await this.#parts.rows().first(table, { hash: keyOf(profile) });
    return row === undefined ? null : String(row['user_id']);
  }

  /** Links an account of another site to a user. False when it belongs to somebody else. */
  async link(user: UserId, profile: Pick<Profile, 'provider' | 'subject'>): Promise<boolean> {
    const { provider, subject } = profile;
    const row = { hash: keyOf(profile), provider, subject, user_id: String(user), created_at: unixNow() };
    try {
      await this.#parts.rows().insert(table, row);
      return true;
    } catch (error) {
      if (!hasCode(error, 'E_ROW_CONFLICT')) throw error;
      return (await this.userOf(profile)) === String(user);
    }
  }

  /** The names of the providers that a user has linked. */
  async ofUser(user: UserId): Promise<readonly string[]> {
    const rows = await this.#parts.rows().all(table, { user_id: String(user) });
    return rows.map((row) => String(row['provider'])).toSorted();
  }

  /** Removes the link of a user to a provider. False when there is none. */
  async unlink(user: UserId, provider: string): Promise<boolean> {
    return (await this.#parts.rows().delete(table, { user_id: String(user), provider })) > 0;
  }

  /** Removes all links of a user. */
  async forget(user: UserId): Promise<void> {
    await this.#parts.rows().delete(table, { user_id: String(user) });
  }

  #provider(name: string): ProviderConfig {
    const { providers } = this.#parts.app.config.account;
    const provider = Object.hasOwn(providers, name) ? providers[name] : undefined;
    if (provider === undefined || provider.client_id === '')
      throw errors.E_PROVIDER_UNKNOWN({ name, known: Object.keys(providers).join(', ') || 'none' });
    return provider;
  }

  /** Reads the settings of a provider once. If that fails, the next sign-in tries again. */
  #client(name: string, provider: ProviderConfig): Promise<Client> {
    const known = this.#clients.get(name);
    if (known !== undefined) return known;
    const opening = import('./openid.ts').then(({ openClient }) =>
      openClient(name, provider, this.#parts.app.config.account.timeout),
    );
    this.#clients.set(name, opening);
    opening.catch(() => this.#clients.delete(name));
    return opening;
  }

  async #judged<Result>(provider: string, work: () => Promise<Result>): Promise<Result | null> {
    try {
      return await work();
    } catch (error) {
      this.#parts.report(errors.E_SIGN_IN_REFUSED({ provider, reason: reasonOf(error) }, { cause: error }));
      return null;
    }
  }
}
