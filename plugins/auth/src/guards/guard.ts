import type { Context, Duration } from '@taproot/core';
import type { ResponseDescription, SecurityScheme } from '@taproot/core/plugin';
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
  /** The id of the login, for revoking it. */
  readonly session: string;
  /** The abilities of the token; null allows everything that its user may do. */
  readonly abilities: readonly string[] | null;
}

/** The tokens for a client, in the format of RFC 6749, 5.1. */
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

/** Options of `issue()`. Guards with signed tokens ignore names, and refuse abilities and lifetimes. */
export interface IssueOptions {
  /** Name of the token, shown to its owner. */
  readonly name?: string;
  /** The abilities of the token. Default: everything that its user may do. */
  readonly abilities?: readonly string[];
  /** Lifetime, such as `'30d'`. Default: the lifetime of the guard. */
  readonly lifetime?: Duration;
}

/** The result of a login: tokens for the client, and the identity of their owner. */
export interface Login {
  /** The tokens for the client. */
  readonly tokens: Tokens;
  /** Whom the tokens are for. */
  readonly identity: Identity;
}

/** The additions of a guard to its routes, for tools that describe an API. */
export interface GuardDescription {
  /** How clients send the credentials. */
  readonly scheme: SecurityScheme;
  /** Responses to wrong credentials. The 401 for guests is already known. */
  readonly responses?: readonly ResponseDescription[];
}

/**
 * One way to recognise users. If you call a method that a guard does not have, `facades.Auth(ctx)` throws `E_AUTH_UNSUPPORTED`.
 */
export interface Guard {
  /** Who sends the request; null for a guest. Throws (401) at credentials that are there and wrong. */
  identify(ctx: Context): Identity | null | Promise<Identity | null>;
  /**
   * `WWW-Authenticate` of the 401 for guests, for example `ApiKey realm="Shop"`. By default the one for bearer tokens,
   * with the scheme of `auth.scheme`.
   */
  readonly challenge?: string;
  /**
   * Says how clients send their credentials. By default HTTP authentication, with the first word of `challenge`.
   * @example describe: () => ({ scheme: { type: 'apiKey', in: 'header', name: 'X-Api-Key' } })
   */
  describe?(): GuardDescription;
  /** The owner of a token. Throws (401) for an invalid token. */
  parse?(token: string): Identity | Promise<Identity>;
  /** Logs a user in, with all the tokens there are. `ctx` is null where there is no request: `facades.Auth().issue(user)`. */
  issue?(user: AuthUser, options: IssueOptions, ctx: Context | null): Promise<Login>;
  /** Logs a user in with an access token alone. A guard with a cookie sets it here: `ctx.response().cookie(...)`. */
  login?(user: AuthUser, ctx: Context): Promise<Login>;
  /** New tokens for a refresh token. */
  refresh?(token: string, ctx: Context): Promise<Login>;
  /** Ends a login, that of the request. */
  logout?(identity: Identity, ctx: Context): Promise<void>;
  /** Called at boot for guards that a route uses: the place to fail early. */
  prepare?(): void;
  /** Called before the server opens, for the same guards: the place to load what requests would wait for. */
  open?(): Promise<void>;
}
