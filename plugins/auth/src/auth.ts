import { type Context, FrameworkError } from '@taproot/core';
import { describeValue } from '@taproot/core/plugin';
import type { AuthRuntime, NamedGuard } from './auth-runtime.ts';
import { authState } from './auth-state.ts';
import { errors } from './errors.ts';
import type {
  Guard,
  Identity,
  IssuedTokens,
  IssueOptions,
  Login,
  LoginOptions,
  SessionLogin,
  Tokens,
} from './guards/guard.ts';
import { somebody } from './guards/somebody.ts';
import { checkCredentials } from './passwords/check-credentials.ts';
import { isUser } from './providers/is-user.ts';
import type { AuthUser, Credentials } from './providers/user-provider.ts';
import { bearerToken } from './tokens/bearer-token.ts';
import { Challenge } from './tokens/challenge.ts';

/** The content of a token. */
export interface Payload {
  /** The guard that issued the token. */
  readonly guard: string;
  /** The user's id. */
  readonly key: string;
  /** When the token expires; null for never. */
  readonly expireAt: Date | null;
  /** When it was issued; null when the guard does not say. */
  readonly issuedAt: Date | null;
}

/** `Auth` of a guard that a call names. Whether its logins have a refresh token is a question of that guard. */
export interface NamedAuth extends Omit<Auth, 'attempt' | 'issue' | 'refresh'> {
  /**
   * See `Auth.attempt()`.
   * @throws E_AUTH_CREDENTIALS (400) for a column that the provider does not search by; E_AUTH_UNSUPPORTED; E_AUTH_ISSUE; E_AUTH_LIFETIME;
   * E_PASSWORD_BUSY (503).
   */
  attempt(credentials: Credentials, options?: IssueOptions): Promise<Tokens | null>;
  /**
   * See `Auth.issue()`.
   * @throws E_AUTH_ISSUE for options that the guard does not support; E_AUTH_LIFETIME; E_AUTH_UNSUPPORTED.
   */
  issue(user: AuthUser, options?: IssueOptions): Promise<Tokens>;
  /**
   * See `Auth.refresh()`.
   * @throws E_TOKEN_MALFORMED, E_TOKEN_INVALID, E_TOKEN_EXPIRED, E_TOKEN_REVOKED, E_TOKEN_REUSED; E_UNAUTHENTICATED without a token.
   */
  refresh(token?: string): Promise<Tokens>;
}

/** Says who sends a request. It asks the guard that you name, or the guard that let the request in, or the default guard. */
export class Auth {
  readonly #runtime: AuthRuntime;
  readonly #ctx: Context;
  readonly #name: string | null;

  constructor(runtime: AuthRuntime, ctx: Context, name: string | null = null) {
    this.#runtime = runtime;
    this.#ctx = ctx;
    this.#name = name;
  }

  /** The same request by another guard; `E_AUTH_GUARD` when there is none of this name. */
  guard(name: string): NamedAuth {
    this.#runtime.named(name);
    return new Auth(this.#runtime, this.#ctx, name);
  }

  /** The user who sends the request; null for a guest or an invalid token. */
  async user(): Promise<AuthUser | null> {
    return (await this.#identity())?.user ?? null;
  }

  /** The id of the user who sends the request, as text; null for a guest. */
  async id(): Promise<string | null> {
    return (await this.#identity())?.id ?? null;
  }

  /** Whether a user sends the request. Await it: a promise is always true. */
  async check(): Promise<boolean> {
    return (await this.#identity()) !== null;
  }

  /** Whether a guest sends the request, or its token is not valid. Await it: a promise is always true. */
  async guest(): Promise<boolean> {
    return !(await this.check());
  }

  /** Whether the token of the request has an ability. A token without a list of abilities allows everything that its user may do. */
  async tokenCan(ability: string): Promise<boolean> {
    const identity = await this.#identity();
    return identity !== null && (identity.abilities === null || identity.abilities.includes(ability));
  }

  /** The user with these credentials, without a login; null when the credentials are wrong. */
  verify(credentials: Credentials): Promise<AuthUser | null> {
    const hash = this.#runtime.app.facades.Hash();
    const { provider } = this.#named();
    return checkCredentials({ hash, provider, report: (error) => this.#runtime.report(error, this.#ctx) }, credentials);
  }

  /**
   * Logs in the user with these credentials, and returns the tokens; null when the credentials are wrong.
   * @throws E_AUTH_CREDENTIALS (400) for a column that the provider does not search by; E_AUTH_UNSUPPORTED; E_AUTH_ISSUE; E_AUTH_LIFETIME;
   * E_PASSWORD_BUSY (503).
   */
  async attempt(credentials: Credentials, options: IssueOptions = {}): Promise<IssuedTokens | null> {
    const user = await this.verify(credentials);
    return user === null ? null : this.issue(user, options);
  }

  /**
   * Logs a user in. Returns an access token, and a refresh token if the guard can refresh. `expires_in` of the result is in seconds.
   * @throws E_AUTH_ISSUE for options that the guard does not support; E_AUTH_LIFETIME for a lifetime that is not above 0;
   * E_AUTH_UNSUPPORTED for a guard that issues no tokens.
   */
  async issue(user: AuthUser, options: IssueOptions = {}): Promise<IssuedTokens> {
    const { guard } = this.#named();
    if (guard.issue === undefined) throw this.#unsupported('issue');
    return this.#loggedIn(await guard.issue(user, options, this.#ctx));
  }

  /**
   * Logs a user in and resolves to the access token only. The login ends when that token expires. A session guard keeps the login in the
   * session, gives the session a new id, and resolves to an empty string.
   * @throws E_AUTH_UNSUPPORTED; E_AUTH_SESSION_CLOSED on a route without a session; E_AUTH_REMEMBER_OFF.
   * @example await facades.Auth(ctx).guard('web').login(user, { remember: true })
   */
  async login(user: AuthUser, options: LoginOptions = {}): Promise<string> {
    const { guard } = this.#named();
    if (guard.login === undefined) throw this.#unsupported('login');
    return this.#loggedIn(await guard.login(user, this.#ctx, options))?.access_token ?? '';
  }

  /**
   * Like `login()`, for the user with this id.
   * @throws E_AUTH_USER_UNKNOWN when there is no such user, or when the id is neither a string nor a number.
   */
  async loginUsingId(id: string | number | bigint): Promise<string> {
    const { provider, users } = this.#named();
    // String() would make the id 1 of the list [1].
    const isId = ['string', 'number', 'bigint'].includes(typeof id);
    const user = isId ? await provider.findById(String(id)) : null;
    if (!isUser(user)) throw errors.E_AUTH_USER_UNKNOWN({ provider: users, id: isId ? String(id) : describeValue(id) });
    return this.login(user);
  }

  /**
   * Uses this token for the request instead of its headers. Rejects (401) if the token is not valid; the request then
   * has no user.
   * @throws E_TOKEN_MALFORMED, E_TOKEN_INVALID, E_TOKEN_EXPIRED, E_TOKEN_REVOKED.
   */
  async parse(token: string): Promise<Payload> {
    const { name, guard } = this.#named();
    if (guard.parse === undefined) throw this.#unsupported('parse');
    const { identities } = authState(this.#ctx);
    identities.set(name, null);
    const identity = somebody(await guard.parse(token));
    if (identity === null) throw new Challenge(this.#runtime.app).invalid();
    identities.set(name, identity);
    return { guard: name, key: identity.id, expireAt: identity.expiresAt, issuedAt: identity.issuedAt };
  }

  /**
   * Exchanges a refresh token for new tokens; default: the bearer token of the request. A refresh token works once. If it is used again,
   * Taproot revokes its whole login. Rejects (401) for an invalid token.
   * @throws E_TOKEN_MALFORMED, E_TOKEN_INVALID, E_TOKEN_EXPIRED, E_TOKEN_REVOKED, E_TOKEN_REUSED; E_UNAUTHENTICATED without a token.
   */
  async refresh(token?: string): Promise<IssuedTokens> {
    const { guard } = this.#named();
    if (guard.refresh === undefined) throw this.#unsupported('refresh');
    const challenge = new Challenge(this.#runtime.app);
    const given = token ?? bearerToken(this.#ctx, challenge);
    if (given === null) throw challenge.unauthenticated();
    return this.#loggedIn(await guard.refresh(given, this.#ctx));
  }

  /**
   * Ends every remembered login of a user, in all browsers: after a new password. Sessions are ended by `facades.Session().endAll()`.
   */
  async forgetRemembered(user: AuthUser): Promise<void> {
    const { guard, provider } = this.#named();
    await guard.forgetAll?.(provider.idOf(user));
  }

  /** Revokes the login of the request: its token, and all tokens that refreshing made from it. */
  async logout(): Promise<void> {
    const { name, guard } = this.#named();
    const identity = await this.#identity();
    if (identity === null) return;
    if (guard.logout === undefined) throw this.#unsupported('logout');
    await guard.logout(identity, this.#ctx);
    authState(this.#ctx).identities.set(name, null);
  }

  #named(): NamedGuard {
    return this.#runtime.named(this.#name ?? authState(this.#ctx).guard ?? this.#runtime.defaultGuard);
  }

  async #identity(): Promise<Identity | null> {
    const { name, guard } = this.#named();
    const { identities } = authState(this.#ctx);
    const known = identities.get(name);
    if (known !== undefined) return known;
    const identity = await recognised(guard, this.#ctx);
    identities.set(name, identity);
    return identity;
  }

  #loggedIn<Given extends Login | SessionLogin>({ tokens, identity }: Given): Given['tokens'] {
    authState(this.#ctx).identities.set(this.#named().name, somebody(identity));
    // RFC 6749, 5.1: no cache may store tokens.
    this.#ctx.response().header('Cache-Control', 'no-store');
    return tokens;
  }

  #unsupported(method: string): FrameworkError {
    return errors.E_AUTH_UNSUPPORTED({ guard: this.#named().name, method });
  }
}

/** The sender of a request. A sender with an invalid token is a guest here. An error of the store (503) stays an error. */
const recognised = async (guard: Guard, ctx: Context): Promise<Identity | null> => {
  try {
    return somebody(await guard.identify(ctx));
  } catch (error) {
    if (error instanceof FrameworkError && error.status === 401) return null;
    throw error;
  }
};
