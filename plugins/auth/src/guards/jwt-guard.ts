import { randomUUID } from 'node:crypto';
import type { Context, FrameworkError } from '@taproot/core';
import { after } from '@taproot/core/plugin';
import { errors } from '../errors.ts';
import { isUser } from '../providers/is-user.ts';
import type { AuthUser, UserProvider } from '../providers/user-provider.ts';
import type { GuardStore } from '../revocation/guard-store.ts';
import { bearerToken } from '../tokens/bearer-token.ts';
import type { Challenge } from '../tokens/challenge.ts';
import { type Claims, isEarly, isExpired } from '../tokens/claims.ts';
import type { JwtCodec } from '../tokens/jwt-codec.ts';
import type { Guard, GuardDescription, Identity, IssueOptions, Login, Tokens } from './guard.ts';

/**
 * Tokens with a verified signature, so that each is verified once. Checking an HMAC through WebCrypto takes 170 us; a look-up takes 1 us.
 * Every request still checks expiry and revocation. The keys are whole tokens. A look-up compares characters only after a seeded hash of
 * the whole token matched, so its time does not reveal a token.
 */
export class VerifiedTokens {
  readonly #claims = new Map<string, Claims>();
  readonly #most: number;

  constructor(most = 10_000) {
    this.#most = most;
  }

  get(token: string): Claims | undefined {
    return this.#claims.get(token);
  }

  /** Without room, drops the oldest token, which is verified again when it comes back. */
  add(token: string, claims: Claims): void {
    if (this.#claims.size >= this.#most && !this.#claims.has(token)) {
      const [oldest] = this.#claims.keys();
      if (oldest !== undefined) this.#claims.delete(oldest);
    }
    this.#claims.set(token, claims);
  }
}

export interface JwtGuardOptions {
  readonly name: string;
  readonly provider: UserProvider;
  readonly revocation: GuardStore;
  readonly challenge: Challenge;
  /** The additions of the guard to its routes, for tools. */
  readonly description: () => GuardDescription;
  /** Created on first use: an application that does not use this guard needs no secret. */
  readonly codec: () => JwtCodec;
  /** Seconds. */
  readonly lifetime: number;
  readonly refreshLifetime: number;
  /** Seconds; 0 for none. */
  readonly refreshGrace: number;
  readonly leeway: number;
}

/** Keys of the revocation store. */
const loginKey = (login: string): string => `login:${login}`;
const usedKey = (token: string): string => `used:${token}`;
const graceKey = (token: string): string => `grace:${token}`;

/** Seconds by which a revocation outlives the tokens, because a running refresh may still issue a token. */
const underWay = 60;

/** Signed tokens. An access token is valid until it expires, its login is revoked or its user is deleted. */
export class JwtGuard implements Guard {
  readonly #options: JwtGuardOptions;
  readonly #verified = new VerifiedTokens();
  #codec: JwtCodec | null = null;

  constructor(options: JwtGuardOptions) {
    this.#options = options;
  }

  prepare(): void {
    this.#jwt();
  }

  open(): Promise<void> {
    return this.#jwt().ready();
  }

  describe(): GuardDescription {
    return this.#options.description();
  }

  identify(ctx: Context): Identity | null | Promise<Identity | null> {
    const token = bearerToken(ctx, this.#options.challenge);
    return token === null ? null : this.parse(token);
  }

  // Returns no promise if the token is verified already, the store is in memory, and the provider answers at once.
  parse(token: string): Identity | Promise<Identity> {
    const known = this.#verified.get(token);
    return known === undefined ? this.#verify(token) : this.#identityOf(known);
  }

  /** Refuses options that this guard cannot apply to its tokens, such as `abilities`: `E_AUTH_ISSUE`. */
  async issue(user: AuthUser, options: IssueOptions = {}): Promise<Login> {
    const { name: guard } = this.#options;
    if (options.abilities !== undefined) throw errors.E_AUTH_ISSUE({ guard, option: 'abilities' });
    if (options.lifetime !== undefined || 'ttl' in options) throw errors.E_AUTH_ISSUE({ guard, option: 'a lifetime' });
    return this.#logIn(user, randomUUID(), 1);
  }

  login(user: AuthUser): Promise<Login> {
    return this.#logIn(user, randomUUID(), 0);
  }

  /**
   * New tokens for a refresh token, which can be used once. A second use means that someone has a copy, so it revokes the login and all its
   * tokens (RFC 9700, 4.14.2).
   */
  async refresh(token: string): Promise<Login> {
    const { revocation, challenge, refreshLifetime } = this.#options;
    const claims = await this.#jwt().verify(token);
    if (claims.use !== 'refresh') throw challenge.invalid();
    // If refresh_lifetime was shortened, the shorter time counts, because a logout is remembered no longer than that.
    const exp = Math.min(claims.exp, claims.iat + refreshLifetime);
    // Runs before the token is used up, so that after a failure the client can send it again.
    const { user } = await this.#identityOf({ ...claims, exp });
    if (await this.#inGrace(claims)) return this.#logIn(user, claims.login, claims.generation + 1);
    if (!(await this.#useUp(claims))) {
      // An earlier attempt timed out and may already have consumed the token. A retry is therefore not treated as theft. Owner and thief
      // look the same here, and neither gets tokens. If the store later confirms that the claim was stored, the next caller gets it
      // (above), and the other caller counts as a copy.
      if (revocation.unsure?.(usedKey(claims.jti)) === true) throw challenge.revoked();
      await this.#revoke(claims.login);
      throw challenge.reused();
    }
    return this.#logIn(user, claims.login, claims.generation + 1);
  }

  async logout({ session, expiresAt }: Identity): Promise<void> {
    await this.#revoke(session, (expiresAt?.getTime() ?? 0) / 1000);
  }

  #jwt(): JwtCodec {
    return (this.#codec ??= this.#options.codec());
  }

  async #verify(token: string): Promise<Identity> {
    const claims = await this.#jwt().verify(token);
    if (claims.use !== 'access') throw this.#options.challenge.invalid();
    const identity = await this.#identityOf(claims);
    this.#verified.add(token, claims);
    return identity;
  }

  #identityOf(claims: Claims): Identity | Promise<Identity> {
    const { provider, revocation, challenge } = this.#options;
    const fault = this.#untimely(claims);
    if (fault !== null) throw fault;
    return after(revocation.has(loginKey(claims.login)), (revoked) => {
      if (revoked) throw challenge.revoked();
      return after(provider.findById(claims.sub), (user) => {
        if (!isUser(user)) throw challenge.invalid();
        return this.#identity(claims, user);
      });
    });
  }

  /**
   * Whether the token was used before, within the grace period. The first use starts that period and consumes the token. If the first use
   * was longer ago, it revokes the login with all tokens since then.
   */
  async #inGrace({ jti }: Claims): Promise<boolean> {
    const { revocation, refreshGrace } = this.#options;
    if (refreshGrace === 0) return false;
    return !(await revocation.claim(graceKey(jti), Date.now() / 1000 + refreshGrace));
  }

  /** Whether this is the first use of a refresh token. */
  #useUp({ login, jti, generation, exp }: Claims): boolean | Promise<boolean> {
    const { revocation, leeway, refreshGrace } = this.#options;
    // A small store keeps one entry for all tokens of a login, so that no account can fill it by refreshing. That does not work with a
    // grace period, because several tokens of a login may then have the same number.
    if (revocation.advance !== undefined && generation > 0 && refreshGrace === 0)
      return revocation.advance(usedKey(login), generation, exp + leeway);
    return revocation.claim(usedKey(jti), exp + leeway);
  }

  #untimely(claims: Claims): FrameworkError | null {
    const { challenge, leeway } = this.#options;
    const now = Date.now() / 1000;
    if (isExpired(claims, now, leeway)) return challenge.expired();
    return isEarly(claims, now, leeway) ? challenge.invalid() : null;
  }

  #identity({ sub, iat, exp, login }: Claims, user: AuthUser): Identity {
    return {
      guard: this.#options.name,
      id: sub,
      user,
      issuedAt: new Date(iat * 1000),
      expiresAt: new Date(exp * 1000),
      session: login,
      abilities: null,
    };
  }

  /** Tokens of a login. `generation` is the number of the refresh token; 0 means no refresh token. */
  async #logIn(user: AuthUser, login: string, generation: number): Promise<Login> {
    const { provider, lifetime, refreshLifetime } = this.#options;
    const sub = provider.idOf(user);
    const [access, refresh] = await Promise.all([
      this.#jwt().sign({ sub, use: 'access', login, lifetime }),
      generation > 0 ? this.#jwt().sign({ sub, use: 'refresh', login, generation, lifetime: refreshLifetime }) : null,
    ]);
    const tokens: Tokens = {
      access_token: access.token,
      token_type: 'Bearer',
      expires_in: lifetime,
      ...(refresh === null ? {} : { refresh_token: refresh.token }),
    };
    return { tokens, identity: this.#identity(access.claims, user) };
  }

  /** Remembers the revocation for as long as any token of the login may live. A token from older settings may live until `ends`. */
  async #revoke(login: string, ends = 0): Promise<void> {
    const { lifetime, refreshLifetime, leeway, revocation } = this.#options;
    const last = Math.max(Math.ceil(Date.now() / 1000) + Math.max(lifetime, refreshLifetime), ends);
    await revocation.claim(loginKey(login), last + leeway + underWay);
  }
}
