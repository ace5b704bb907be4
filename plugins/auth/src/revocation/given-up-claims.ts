/** Milliseconds for which a claim is remembered. Clients retry much sooner. */
const life = 3_600_000;

/** The state of a key whose claim timed out. */
interface GivenUp {
  /** Number of claims that the store has not answered. */
  open: number;
  /** Whether the store answered, too late, that one of these claims was first. */
  ours: boolean;
  readonly ends: number;
}

/**
 * Claims that timed out: the client was answered before the store was. If the store later says that such a claim was first, no client has
 * used that result, and the next caller gets it.
 */
export class GivenUpClaims {
  readonly #claims = new Map<string, GivenUp>();
  readonly #most: number;

  constructor(most = 10_000) {
    this.#most = most;
  }

  /** Without room, drops the oldest claim. */
  add(key: string): void {
    const known = this.#live(key);
    if (known !== undefined) {
      known.open++;
      return;
    }
    const [oldest] = this.#claims.size < this.#most ? [] : this.#claims.keys();
    if (oldest !== undefined) this.#claims.delete(oldest);
    this.#claims.set(key, { open: 1, ours: false, ends: performance.now() + life });
  }

  /** Takes a late answer of the store. If no claim of this process was first, another process was first, and the key is certain again. */
  hear(key: string, first: boolean): void {
    const known = this.#live(key);
    if (known === undefined) return;
    known.open--;
    if (first) known.ours = true;
    else if (known.open === 0 && !known.ours) this.#claims.delete(key);
  }

  /** The answer for a caller for whom the store returned `first`. A stored claim of this process goes to one caller only. */
  settle(key: string, first: boolean): boolean {
    // Fast path: there is nearly never a claim.
    if (this.#claims.size === 0) return first;
    const known = this.#live(key);
    if (known === undefined || !(first || known.ours)) return first;
    this.#claims.delete(key);
    return true;
  }

  /** Whether a claim of this key may be stored although no caller got it. */
  unsure(key: string): boolean {
    return this.#live(key) !== undefined;
  }

  #live(key: string): GivenUp | undefined {
    const known = this.#claims.get(key);
    if (known === undefined || known.ends > performance.now()) return known;
    this.#claims.delete(key);
    return undefined;
  }
}
