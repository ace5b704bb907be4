import type { Context, Duration, ResponseDescription, SecurityScheme } from '@taproot/core';
import type { AuthUser } from '../providers/user-provider.ts';

/** Somebody a guard has recognised. */
export interface Identity {
  /** The guard that did. */
  readonly guard: string;
  /** The user's id, as text. */
  readonly id: string;
  /** The user, as its provider gives it. */
  readonly user: AuthUser;
  /** When the login began; null when the guard does not know. */
  readonly issuedAt: Date | null;
  /** Null when it does not end by itself. */
  readonly expiresAt: Date | null;
  /** Names the login to whoever revokes it. */
  readonly session: string;
  /** What the token allows; null for everything its user may. */
  readonly abilities: readonly string[] | null;
}

/** What a client gets, in the shape of RFC 6749, 5.1. */
export interface Tokens {
  /** The token to send as `Authorization: Bearer`. */
  readonly access_token: string;
  /** Always `Bearer`. */
  readonly token_type: 'Bearer';
  /** Seconds; left out when it does not expire. */
  readonly expires_in?: number;
  /** Left out by guards that cannot refresh. */
  readonly refresh_token?: string;
}

/** What `issue()` may be told. Guards of signed tokens have no names for them, and refuse to limit them. */
export interface IssueOptions {
  /** What the token is called where its owner sees it. */
  readonly name?: string;
  /** What the token allows; everything when left out. */
  readonly abilities?: readonly string[];
  /** How long it lives, such as `'30d'`, in place of the guard's own lifetime. */
  readonly lifetime?: Duration;
}

/** What came of logging in: tokens for the client, and who has them. */
export interface Login {
  /** What the client gets. */
  readonly tokens: Tokens;
  /** Whom the tokens are for. */
  readonly identity: Identity;
}

/** What a guard adds to the routes it guards, for tools that describe an API. */
export interface GuardDescription {
  /** How clients send the credentials. */
  readonly scheme: SecurityScheme;
  /** What refuses credentials that are there and wrong; a guest's 401 is known without it. */
  readonly responses?: readonly ResponseDescription[];
}

/** One way to recognise users. What a guard lacks, `facades.Auth(ctx)` refuses with `E_AUTH_UNSUPPORTED`. */
export interface Guard {
  /** Who sends the request; null for a guest. Throws (401) at credentials that are there and wrong. */
  identify(ctx: Context): Identity | null | Promise<Identity | null>;
  /**
   * `WWW-Authenticate` of the 401 for guests, for example `ApiKey realm="Shop"`. Left out, it is that of bearer tokens, in
   * the scheme of `auth.scheme`.
   */
  readonly challenge?: string;
  /**
   * Says how clients send their credentials. Left out, it is HTTP authentication with the first word of `challenge`.
   * @example describe: () => ({ scheme: { type: 'apiKey', in: 'header', name: 'X-Api-Key' } })
   */
  describe?(): GuardDescription;
  /** Whom a token stands for. Throws (401) when it stands for nobody. */
  parse?(token: string): Identity | Promise<Identity>;
  /** Logs a user in, with all the tokens there are. */
  issue?(user: AuthUser, options: IssueOptions): Promise<Login>;
  /** Logs a user in with an access token alone. */
  login?(user: AuthUser): Promise<Login>;
  /** New tokens for a refresh token. */
  refresh?(token: string): Promise<Login>;
  /** Ends a login. */
  logout?(identity: Identity): Promise<void>;
  /** Called at boot for guards that a route uses: the place to fail early. */
  prepare?(): void;
  /** Called before the server opens, for the same guards: the place to load what requests would wait for. */
  open?(): Promise<void>;
}
