import { randomBytes } from 'node:crypto';
import type { Options } from '@node-rs/argon2';
import type { AuthConfig } from '../config.ts';
import { errors } from '../errors.ts';
import { Turnstile } from './turnstile.ts';

/** Bytes of the longest password; more than anyone types, and little enough to be hashed in no time. */
const longest = 4096;

/** `$argon2id$v=19$m=19456,t=2,p=1$salt$hash` (the PHC string format). */
const parameters = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$/;

// The package has its algorithms as a const enum, which does not exist at run time.
const argon2id = 2;

/** Loaded with the first password: its binary is nothing to wait for at boot. */
const argon2 = () => import('@node-rs/argon2');

/** Passwords: argon2id, a few at a time, so that a storm of logins takes neither all memory nor every thread. */
export class Hash {
  readonly #config: AuthConfig['passwords'];
  readonly #options: Options;
  readonly #turnstile: Turnstile;
  #dummy: Promise<string> | null = null;

  constructor(config: AuthConfig['passwords']) {
    this.#config = config;
    this.#options = {
      algorithm: argon2id,
      memoryCost: config.memory,
      timeCost: config.passes,
      parallelism: config.parallelism,
    };
    this.#turnstile = new Turnstile(config.concurrency, config.waiting, (waiting) =>
      errors.E_PASSWORD_BUSY({ waiting }),
    );
  }

  /** The hash of a password, with its salt and parameters in it; `E_PASSWORD_LONG` beyond 4,096 bytes. */
  async make(password: string): Promise<string> {
    if (Buffer.byteLength(password) > longest) throw errors.E_PASSWORD_LONG({ bytes: longest });
    const { hash } = await argon2();
    return this.#turnstile.through(() => hash(password, this.#options));
  }

  /** Whether a password is the one of this hash; false for a hash of any other kind. */
  async check(password: string, hashed: string): Promise<boolean> {
    if (!this.knows(hashed) || Buffer.byteLength(password) > longest) return false;
    const { verify } = await argon2();
    return this.#turnstile.through(() => verify(hashed, password).catch(() => false));
  }

  /** Whether this is a hash of the kind that `make()` makes, with whatever parameters. */
  knows(hashed: string): boolean {
    return parameters.test(hashed);
  }

  /** Whether a hash was made with other parameters than the configured ones. */
  needsRehash(hashed: string): boolean {
    const [, memory, passes, parallelism] = parameters.exec(hashed) ?? [];
    const { memory: wanted, passes: times, parallelism: lanes } = this.#config;
    return Number(memory) !== wanted || Number(passes) !== times || Number(parallelism) !== lanes;
  }

  /** A hash that no password has; checking it takes as long as checking a real one. */
  decoy(): Promise<string> {
    this.#dummy ??= this.#makeDecoy();
    return this.#dummy;
  }

  // One that could not be made, as in a storm of logins, is made by the next who needs it.
  async #makeDecoy(): Promise<string> {
    try {
      return await this.make(randomBytes(32).toString('base64url'));
    } catch (error) {
      this.#dummy = null;
      throw error;
    }
  }
}
