import { createPrivateKey, createPublicKey, type KeyObject, webcrypto } from 'node:crypto';
import type { Application } from '@taproot/core';
import type { CryptoKey } from 'jose';
import { type JwtAlgorithm, type JwtGuardConfig, jwtDefaults } from '../config.ts';
import { errors } from '../errors.ts';
import { checkSecret, secretOf } from './secret.ts';

/** The keys with which a guard signs and verifies. Without a private key, the guard only verifies. */
export interface JwtKeys {
  readonly sign: KeyObject | CryptoKey | null;
  readonly verify: KeyObject | CryptoKey;
}

/** The kind of key for each asymmetric algorithm, as Node names it, and the curve if the algorithm has one. */
const kinds: Readonly<Record<string, { readonly type: string; readonly curve?: string }>> = {
  RS256: { type: 'rsa' },
  RS384: { type: 'rsa' },
  RS512: { type: 'rsa' },
  PS256: { type: 'rsa' },
  ES256: { type: 'ec', curve: 'prime256v1' },
  ES384: { type: 'ec', curve: 'secp384r1' },
  EdDSA: { type: 'ed25519' },
};

const hmacs: ReadonlyMap<string, { readonly hash: string; readonly bytes: number }> = new Map([
  ['HS256', { hash: 'SHA-256', bytes: 32 }],
  ['HS384', { hash: 'SHA-384', bytes: 48 }],
  ['HS512', { hash: 'SHA-512', bytes: 64 }],
]);

/** Bytes of the shortest secret of an algorithm; 0 for an algorithm with a key pair. */
export const hmacBytes = (algorithm: JwtAlgorithm = jwtDefaults.algorithm): number => hmacs.get(algorithm)?.bytes ?? 0;

export const algorithms: readonly string[] = [...hmacs.keys(), ...Object.keys(kinds)];

type KeyConfig = Required<Pick<JwtGuardConfig, 'algorithm' | 'secret' | 'private_key' | 'public_key'>>;

/** Checks the configured keys at boot. Only `jwtKeys()` finds a missing secret, when a guard needs it. */
export const checkKeys = (app: Application, guard: string, config: KeyConfig): void => {
  const hmac = hmacs.get(config.algorithm);
  if (hmac !== undefined) checkSecret(app, guard, config.secret, hmac.bytes);
  else if (config.private_key !== null || config.public_key !== null) pemKeys(guard, config);
};

/** The keys of a guard. Throws synchronously for invalid keys. Returns a promise, because WebCrypto is asynchronous. */
export const jwtKeys = (app: Application, guard: string, config: KeyConfig): Promise<JwtKeys> => {
  const hmac = hmacs.get(config.algorithm);
  if (hmac === undefined) return Promise.resolve(pemKeys(guard, config));
  return hmacKey(secretOf(app, guard, config.secret, hmac.bytes), hmac.hash);
};

// Imports the key once; jose would import it again for every token.
const hmacKey = async (secret: Uint8Array, hash: string): Promise<JwtKeys> => {
  const usages = ['sign', 'verify'] as const;
  const key = await webcrypto.subtle.importKey('raw', secret, { name: 'HMAC', hash }, false, [...usages]);
  return { sign: key, verify: key };
};

const pemKeys = (guard: string, { algorithm, private_key, public_key }: KeyConfig): JwtKeys => {
  const sign = private_key === null ? null : read(guard, 'private_key', algorithm, () => createPrivateKey(private_key));
  const own = sign === null ? null : createPublicKey(sign);
  const fault = (reason: string) => errors.E_AUTH_KEY({ guard, key: 'public_key', algorithm, reason });
  if (public_key === null) {
    if (own === null) throw fault('neither it nor private_key is set');
    return { sign, verify: own };
  }
  const verify = read(guard, 'public_key', algorithm, () => createPublicKey(public_key));
  // With such a pair of keys, the guard would refuse its own tokens.
  if (own !== null && !own.equals(verify)) throw fault('it does not belong to private_key');
  return { sign, verify };
};

const read = (guard: string, key: string, algorithm: JwtAlgorithm, make: () => KeyObject): KeyObject => {
  const fault = (reason: string, cause?: unknown) => errors.E_AUTH_KEY({ guard, key, algorithm, reason }, { cause });
  let made: KeyObject;
  try {
    made = make();
  } catch (error) {
    throw fault('it is no PEM text that OpenSSL reads', error);
  }
  const { type, curve } = { ...kinds[algorithm] };
  const { namedCurve, modulusLength } = { ...made.asymmetricKeyDetails };
  if (made.asymmetricKeyType !== type) throw fault(`it is of the kind ${made.asymmetricKeyType}`);
  if (namedCurve !== curve) throw fault(`its curve is ${namedCurve}`);
  // RFC 7518, 3.3.
  if (modulusLength !== undefined && modulusLength < 2048) throw fault(`it has ${modulusLength} bits, fewer than 2048`);
  return made;
};
