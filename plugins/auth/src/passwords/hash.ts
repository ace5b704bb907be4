import { randomBytes } from 'node:crypto';
import type { Options } from '@node-rs/argon2';
import type { SparseReport } from '@taproot/core/plugin';
import type { AuthConfig, PasswordVerifier } from '../config.ts';
import { errors } from '../errors.ts';
import { Turnstile } from './turnstile.ts';

/** The longest password in bytes. No user types more, and hashing this much is still fast. */
const longest = 4096;

/** `$argon2id$v=19$m=19456,t=2,p=1$salt$hash` (the PHC string format). */
const parameters = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$/;

/** The kind of a hash, which is its first part. Logs show only the kind, never the hash. */
const named = /^(?:\$[a-z0-9-]{1,16}\$|\{[A-Za-z0-9-]{1,16}\}|(?:pbkdf2|scrypt|argon2|bcrypt|sha|md5)[a-z0-9_]{0,16})/;

const isOwn = (hashed: string): boolean => parameters.test(hashed);

// The package declares its algorithms as a const enum, which does not exist at run time.
const argon2id = 2;

/** Loaded with the first password, so that the boot does not wait for the binary. */
const argon2 = () => import('@node-rs/argon2');

/**
 * Hashes passwords with argon2id. Runs only a few at a time, so that many logins take neither all memory nor all
 * threads.
 */
export class Hash {
  readonly #config: AuthConfig['passwords'];
  readonly #options: Options;
  readonly #turnstile: Turnstile;
  readonly #report: SparseReport;
  #dummy: Promise<string> | null = null;

  constructor(config: AuthConfig['passwords'], report: SparseReport) {
    this.#config = config;
    this.#report = report;
    this.#options = {
      algorithm: argon2id,
      memoryCost: config.memory,
      timeCost: config.passes,
      parallelism: config.parallelism,
    };
    this.#turnstile = new Turnstile(config.concurrency, config.max_waiting, (waiting) =>
      errors.E_PASSWORD_BUSY({ waiting }),
    );
  }

  /** The hash of a password, which includes salt and parameters. Throws `E_PASSWORD_LONG` beyond 4,096 bytes. */
  async make(password: string): Promise<string> {
    if (Buffer.byteLength(password) > longest) throw errors.E_PASSWORD_LONG({ bytes: longest });
    const { hash } = await argon2();
    return this.#turnstile.through(() => hash(password, this.#options));
  }

  /**
   * Whether a password matches a hash. It knows argon2id, and the kinds of `auth.passwords.verifiers`. False for any other hash, which it
   * reports (`E_PASSWORD_HASH_UNKNOWN`).
   */
  async check(password: string, hashed: string): Promise<boolean> {
    if (!this.knows(hashed) || Buffer.byteLength(password) > longest) return false;
    const foreign = this.#verifierOf(hashed);
    if (foreign !== null)
      return this.#turnstile.through(async () => {
        const answer: unknown = await foreign.check(password, hashed);
        return answer === true;
      });
    const { verify } = await argon2();
    return this.#turnstile.through(() => verify(hashed, password).catch(() => false));
  }

  /** Whether `check()` knows the kind of a hash. Reports an unknown kind, at most once in ten seconds. */
  knows(hashed: string): boolean {
    if (isOwn(hashed) || this.#verifierOf(hashed) !== null) return true;
    const [form = 'no name in front'] = named.exec(hashed) ?? [];
    this.#report(errors.E_PASSWORD_HASH_UNKNOWN({ form }));
    return false;
  }

  #verifierOf(hashed: string): PasswordVerifier | null {
    if (isOwn(hashed)) return null;
    return this.#config.verifiers.find((verifier) => verifier.knows(hashed)) ?? null;
  }

  /** Whether the algorithm or the parameters of a hash differ from the configuration. */
  needsRehash(hashed: string): boolean {
    const [, memory, passes, parallelism] = parameters.exec(hashed) ?? [];
    const { memory: wanted, passes: times, parallelism: lanes } = this.#config;
    return Number(memory) !== wanted || Number(passes) !== times || Number(parallelism) !== lanes;
  }

  /** A hash that no password matches. Checking it takes as long as checking a real hash. */
  decoy(): Promise<string> {
    this.#dummy ??= this.#makeDecoy();
    return this.#dummy;
  }

  // If making it fails, for example during many logins, the next caller tries again.
  async #makeDecoy(): Promise<string> {
    try {
      return await this.make(randomBytes(32).toString('base64url'));
    } catch (error) {
      this.#dummy = null;
      throw error;
    }
  }
}
