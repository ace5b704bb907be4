import type { Claims } from './claims.ts';

/**
 * Tokens whose signature was verified, so that each is verified once. Checking an HMAC through WebCrypto takes 170 us, a
 * look-up one. Expiry and revocation are still checked for every request. Keys are whole tokens. A look-up compares characters
 * only after a seeded hash of the whole token matched, so its time does not reveal a token.
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

  /** The oldest one goes when there is no room; it is verified again when it comes back. */
  add(token: string, claims: Claims): void {
    if (this.#claims.size >= this.#most && !this.#claims.has(token)) {
      const [oldest] = this.#claims.keys();
      if (oldest !== undefined) this.#claims.delete(oldest);
    }
    this.#claims.set(token, claims);
  }
}
