import type { Duration } from '@taproot/core';
import { type Seals, seconds } from '@taproot/core/plugin';

/** Options of signatures and of decryption. */
export interface CryptOptions {
  /**
   * A name for the use, such as `invoices`: each purpose has a key of its own, so a text of one purpose is worthless for another. Default:
   * `crypt`. Letters, digits, `_`, `.`, `:` and `-`, beginning with a lower-case letter.
   */
  readonly purpose?: string;
}

/** Options of encryption. */
export interface EncryptOptions extends CryptOptions {
  /** How long the text can be decrypted, such as `'1h'`. Default: for ever. */
  readonly lifetime?: Duration;
}

const ownPurpose = 'crypt';

/** The facade `Crypt`: encrypts and signs with keys that are derived from `APP_KEY`. */
export class Crypt {
  readonly #seals: Seals;

  constructor(seals: Seals) {
    this.#seals = seals;
  }

  /**
   * Encrypts a string with AES-256-GCM. The result is safe in addresses, cookies and columns of text. Encrypting twice gives different results.
   *
   * @throws E_APP_KEY_MISSING, E_APP_KEY_SHORT, E_APP_KEY_PURPOSE; E_DURATION_INVALID for a lifetime that is none.
   * @example facades.Crypt().encryptString(iban, { purpose: 'accounts' })
   */
  encryptString(text: string, { purpose = ownPurpose, lifetime }: EncryptOptions = {}): string {
    const expires = lifetime === undefined ? null : Math.floor(Date.now() / 1000 + seconds(lifetime, 'The lifetime'));
    return this.#seals.seal(purpose, text, { expires });
  }

  /**
   * The string again, also if it was encrypted with one of `APP_PREVIOUS_KEYS`. Null when the text was changed, has expired, or belongs to
   * another purpose or another application.
   *
   * @throws E_APP_KEY_MISSING, E_APP_KEY_SHORT, E_APP_KEY_PURPOSE
   */
  decryptString(encrypted: string, { purpose = ownPurpose }: CryptOptions = {}): string | null {
    return this.#seals.open(purpose, encrypted);
  }

  /**
   * Encrypts a value as JSON. Otherwise like `encryptString()`.
   *
   * @throws TypeError for a value that JSON cannot hold; and what `encryptString()` throws.
   */
  encrypt(value: unknown, options?: EncryptOptions): string {
    // JSON of undefined is no text.
    return this.encryptString(JSON.stringify(value ?? null), options);
  }

  /**
   * The value again; null when `decryptString()` would return null. Its type is unknown: check it before you use it.
   *
   * @throws E_APP_KEY_MISSING, E_APP_KEY_SHORT, E_APP_KEY_PURPOSE
   */
  decrypt(encrypted: string, options?: CryptOptions): unknown {
    const text = this.decryptString(encrypted, options);
    return text === null ? null : (JSON.parse(text) as unknown);
  }

  /**
   * The signature of a text (HMAC-SHA256), as 43 characters that are safe in addresses. The text itself stays readable.
   *
   * @throws E_APP_KEY_MISSING, E_APP_KEY_SHORT, E_APP_KEY_PURPOSE
   */
  sign(text: string, { purpose = ownPurpose }: CryptOptions = {}): string {
    return this.#seals.sign(purpose, text);
  }

  /**
   * Whether a signature belongs to a text, also if it was made with one of `APP_PREVIOUS_KEYS`.
   *
   * @throws E_APP_KEY_MISSING, E_APP_KEY_SHORT, E_APP_KEY_PURPOSE
   */
  verify(text: string, signature: string, { purpose = ownPurpose }: CryptOptions = {}): boolean {
    return this.#seals.verify(purpose, text, signature);
  }
}
