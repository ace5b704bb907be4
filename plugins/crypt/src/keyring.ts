import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  type KeyObject,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';
import type { Application } from '@taproot/core';
import type { SealOptions } from '@taproot/core/internal';
import type { Seals } from '@taproot/core/plugin';

/** The first part of every sealed text: a later form gets another one. */
const form = 'v1.';

/** Bytes of the nonce and of the tag, as NIST SP 800-38D recommends for GCM. */
const nonceLength = 12;
const tagLength = 16;

/** Bytes of the time at the begin of the plain text: Unix seconds, 0 for never. */
const timeLength = 6;

const cipher = 'aes-256-gcm';

/** 32 bytes have 43 characters in base64url. */
const signatureLength = 43;

/** The part of a key that signs and the part that encrypts are different keys, because one key must not serve two algorithms. */
type Use = 'seal' | 'sign';

/**
 * Seals with AES-256-GCM and signs with HMAC-SHA256. `app.keys()` derives the keys by HKDF, one for each purpose.
 * A sealed text is `v1.` and base64url of nonce, ciphertext and tag. The nonce is random: one key is good for 2^32 of them (NIST SP
 * 800-38D, 8.3).
 */
export class Keyring implements Seals {
  readonly #app: Application;
  readonly #keys = new Map<string, readonly KeyObject[]>();

  constructor(app: Application) {
    this.#app = app;
  }

  seal(purpose: string, text: string, { place = '', expires = null }: SealOptions = {}): string {
    const nonce = randomBytes(nonceLength);
    const sealing = createCipheriv(cipher, this.#first('seal', purpose), nonce);
    sealing.setAAD(Buffer.from(form + place));
    const time = Buffer.alloc(timeLength);
    time.writeUIntBE(expires ?? 0, 0, timeLength);
    const sealed = [sealing.update(time), sealing.update(text, 'utf8'), sealing.final()];
    return form + Buffer.concat([nonce, ...sealed, sealing.getAuthTag()]).toString('base64url');
  }

  open(purpose: string, sealed: string, place = ''): string | null {
    if (!sealed.startsWith(form)) return null;
    const bytes = Buffer.from(sealed.slice(form.length), 'base64url');
    if (bytes.length < nonceLength + timeLength + tagLength) return null;
    const associated = Buffer.from(form + place);
    for (const key of this.#of('seal', purpose)) {
      const plain = opened(key, bytes, associated);
      if (plain === null) continue;
      const expires = plain.readUIntBE(0, timeLength);
      return expires !== 0 && Date.now() >= expires * 1000 ? null : plain.toString('utf8', timeLength);
    }
    return null;
  }

  sign(purpose: string, text: string): string {
    return createHmac('sha256', this.#first('sign', purpose)).update(text).digest('base64url');
  }

  verify(purpose: string, text: string, signature: string): boolean {
    if (signature.length !== signatureLength) return false;
    const given = Buffer.from(signature, 'base64url');
    // Base64 has several spellings of its last character; only one is a signature.
    if (given.toString('base64url') !== signature) return false;
    return this.#of('sign', purpose).some((key) =>
      timingSafeEqual(given, createHmac('sha256', key).update(text).digest()),
    );
  }

  #first(use: Use, purpose: string): KeyObject {
    // `keys()` has always one.
    return this.#of(use, purpose)[0] as KeyObject;
  }

  #of(use: Use, purpose: string): readonly KeyObject[] {
    const name = `${purpose}:${use}`;
    const known = this.#keys.get(name);
    if (known !== undefined) return known;
    const keys = this.#app.keys(name).map((key) => createSecretKey(key));
    this.#keys.set(name, keys);
    return keys;
  }
}

/** Null for another key, another place, and bytes that were changed. */
const opened = (key: KeyObject, bytes: Buffer, associated: Buffer): Buffer | null => {
  const opening = createDecipheriv(cipher, key, bytes.subarray(0, nonceLength), { authTagLength: tagLength });
  opening.setAAD(associated);
  opening.setAuthTag(bytes.subarray(-tagLength));
  const plain = opening.update(bytes.subarray(nonceLength, -tagLength));
  try {
    opening.final();
    return plain;
  } catch {
    return null;
  }
};
