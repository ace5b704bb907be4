import { randomUUID } from 'node:crypto';
import type { JwtAlgorithm } from '../config.ts';
import { errors } from '../errors.ts';
import type { Challenge } from './challenge.ts';
import { type Claims, readClaims, type TokenUse } from './claims.ts';
import type { JwtKeys } from './jwt-keys.ts';

export interface JwtCodecOptions {
  readonly guard: string;
  readonly algorithm: JwtAlgorithm;
  readonly issuer: string | null;
  readonly audience: string | null;
  readonly keys: Promise<JwtKeys>;
  readonly challenge: Challenge;
}

/** The parts from which a token is made. */
export interface Grant {
  readonly sub: string;
  readonly use: TokenUse;
  readonly login: string;
  /** The number of a refresh token; access tokens have none. */
  readonly generation?: number;
  /** The lifetime in seconds. */
  readonly lifetime: number;
}

/** jose takes longer to load than the rest of the plugin. Commands, and applications without a `jwt` guard, never load it. */
const load = async (keys: Promise<JwtKeys>) => ({ keys: await keys, jose: await import('jose') });

/**
 * Decoders ignore bits beyond the last byte and characters outside of base64url. Without this check, one token would have many spellings.
 */
const isCanonical = (part: string): boolean => Buffer.from(part, 'base64url').toString('base64url') === part;

/** Signs and verifies the tokens of one guard with jose. It accepts only the algorithm of the guard. */
export class JwtCodec {
  readonly #options: JwtCodecOptions;
  readonly #parts: ReturnType<typeof load>;

  constructor(options: JwtCodecOptions) {
    this.#options = options;
    this.#parts = load(options.keys);
    // Callers that need the parts see the failure themselves. Without this handler, the rejection would end the process.
    this.#parts.catch(() => undefined);
  }

  /** Resolves when jose and the keys are loaded. */
  async ready(): Promise<void> {
    await this.#parts;
  }

  async sign({
    sub,
    use,
    login,
    generation = 0,
    lifetime,
  }: Grant): Promise<{ readonly token: string; readonly claims: Claims }> {
    const { guard, algorithm, issuer, audience } = this.#options;
    const {
      keys: { sign },
      jose: { SignJWT },
    } = await this.#parts;
    if (sign === null) throw errors.E_AUTH_VERIFY_ONLY({ guard });
    const now = Math.floor(Date.now() / 1000);
    const times = { exp: now + lifetime, iat: now, nbf: now };
    const claims: Claims = { sub, ...times, jti: randomUUID(), guard, use, login, generation };
    const jwt = new SignJWT({ ...claims }).setProtectedHeader({ alg: algorithm, typ: 'JWT' });
    if (issuer !== null) jwt.setIssuer(issuer);
    if (audience !== null) jwt.setAudience(audience);
    return { token: await jwt.sign(sign), claims };
  }

  /** The claims of a token with a valid signature of this guard. Does not check the times. */
  async verify(token: string): Promise<Claims> {
    const { guard, algorithm, issuer, audience, challenge } = this.#options;
    const { keys, jose } = await this.#parts;
    if (!token.split('.').every(isCanonical)) throw challenge.invalid();
    let claims: Claims | null;
    try {
      const { payload } = await jose.jwtVerify(token, keys.verify, {
        algorithms: [algorithm],
        // Callers check the expiry, both of cached and of new tokens.
        clockTolerance: Number.MAX_SAFE_INTEGER,
        ...(issuer === null ? {} : { issuer }),
        ...(audience === null ? {} : { audience }),
      });
      claims = readClaims(payload);
    } catch (error) {
      if (error instanceof jose.errors.JOSEError) throw challenge.invalid(error);
      throw error;
    }
    if (claims === null || claims.guard !== guard) throw challenge.invalid();
    return claims;
  }
}
