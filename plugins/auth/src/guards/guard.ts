import type { Context, Duration, Response } from '@taproot/core';
import type { ResponseDescription, SecurityScheme } from '@taproot/core/plugin';
import type { AuthUser } from '../providers/user-provider.ts';

/** The user that a guard has recognised, and the user's login. */
export interface Identity {
  /** The name of that guard. */
  readonly guard: string;
  /** The user's id, as text. */
  readonly id: string;
  /** The user, as its provider gives it. */
  readonly user: AuthUser;
  /** When the login began; null when the guard does not know. */
  readonly issuedAt: Date | null;
  /** When the login ends; null when it does not end by itself. */
  readonly expiresAt: Date | null;
  /** The id of the login, for revoking it. */
  readonly session: string;
  /** The abilities of the token; null allows everything that the user may do. */
  readonly abilities: readonly string[] | null;
}

/** The tokens for a client, in the format of RFC 6749, 5.1. */
export interface Tokens {
  /** The token to send as `Authorization: Bearer`. */
  readonly access_token: string;
  /** Always `Bearer`. */
  readonly token_type: 'Bearer';
  /** Seconds until the access token expires; left out when it does not expire. */
  readonly expires_in?: number;
  /** The token for new tokens; guards that cannot refresh leave it out. */
  readonly refresh_token?: string;
}

/**
 * Facts about the guards for the compiler. `npx taproot types` writes `logins: 'refresh'` into types/taproot.d.ts if all guards that issue
 * tokens, of the default and of routes, are `jwt` guards.
 */
// oxlint-disable-next-line typescript/no-empty-interface -- filled by declaration merging
export interface DeclaredGuards {}

/** The tokens of a login: with a refresh token and a lifetime if types/taproot.d.ts says that all logins have them. */
export type IssuedTokens = DeclaredGuards extends { readonly logins: 'refresh' } ? Required<Tokens> : Tokens;

/** Options of `issue()`. Guards with signed tokens ignore names, and refuse abilities and lifetimes. */
export interface IssueOptions {
  /** Name of the token, shown to its owner. */
  readonly name?: string;
  /** The abilities of the token. Default: everything that the user may do. */
  readonly abilities?: readonly string[];
  /** Lifetime, such as `'30d'`. Default: the lifetime of the guard. */
  readonly lifetime?: Duration;
}

/** The result of a login: tokens for the client, and the identity of their owner. */
export interface Login {
  /** The tokens for the client. */
  readonly tokens: Tokens;
  /** The owner of the tokens. */
  readonly identity: Identity;
}

/** A login that the guard keeps in a cookie: the client gets no tokens. */
export interface SessionLogin {
  /** Always null. */
  readonly tokens: null;
  /** The user who is logged in. */
  readonly identity: Identity;
}

/** Options of `login()`. */
export interface LoginOptions {
  /** Whether the browser stays logged in when its session has ended, by a cookie of its own; false by default. For session guards. */
  readonly remember?: boolean;
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
  /** Who sends the request; null for a guest. Throws (401) for wrong credentials. */
  identify(ctx: Context): Identity | null | Promise<Identity | null>;
  /**
   * `WWW-Authenticate` of the 401 for guests, for example `ApiKey realm="Shop"`. Default: the challenge for bearer tokens, with the scheme
   * of `auth.scheme`.
   */
  readonly challenge?: string;
  /** The response for a guest, such as a redirect to the page of the login; null for a 401. */
  guest?(ctx: Context): Response | null;
  /**
   * Says how clients send their credentials. Default: HTTP authentication, with the first word of `challenge`.
   * @example describe: () => ({ scheme: { type: 'apiKey', in: 'header', name: 'X-Api-Key' } })
   */
  describe?(): GuardDescription;
  /** The owner of a token. Throws (401) for an invalid token. */
  parse?(token: string): Identity | Promise<Identity>;
  /** Logs a user in, and returns all tokens. `ctx` is null outside of a request: `facades.Auth().issue(user)`. */
  issue?(user: AuthUser, options: IssueOptions, ctx: Context | null): Promise<Login>;
  /** Logs a user in with only an access token. A guard that uses a cookie sets it here: `ctx.response().cookie(...)`. */
  login?(user: AuthUser, ctx: Context, options?: LoginOptions): Promise<Login | SessionLogin>;
  /** New tokens for a refresh token. */
  refresh?(token: string, ctx: Context): Promise<Login>;
  /** Ends the login of the request. */
  logout?(identity: Identity, ctx: Context): Promise<void>;
  /** Ends everything by which a browser of this user would log in again by itself. */
  forgetAll?(id: string): Promise<void>;
  /** Called at boot for guards that a route uses. Check settings here, so that a mistake stops the boot. */
  prepare?(): void;
  /** Called before the server opens, for the same guards. Load code and connect here, so that requests need not wait. */
  open?(): Promise<void>;
}
