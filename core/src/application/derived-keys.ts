import { hkdfSync, randomBytes } from 'node:crypto';
import type { AppConfig } from '../config/config-files.ts';
import { errors } from '../errors/errors.ts';

/** The length of derived keys, and the shortest length of `APP_KEY`, in bytes. */
const length = 32;

// HKDF needs no salt here (RFC 5869, 3.1): the key is random, and `info` separates the purposes. A salt would have to be the same in all
// processes, so it would be one more secret to keep.
const derive = (key: string, purpose: string): Uint8Array =>
  new Uint8Array(hkdfSync('sha256', key, '', `taproot:${purpose}`, length));

let spare: string | null = null;

/** The key of applications without `APP_KEY`; null unless `allowMissingKey()` was called. */
export const spareKey = (): string | null => spare;

/**
 * Lets applications of this process boot without `APP_KEY`, by a random key. For commands that read code: they encrypt and sign nothing, and a
 * fresh clone has no key.
 */
export const allowMissingKey = (): void => {
  spare ??= randomBytes(length).toString('base64url');
};

/** The keys of `APP_PREVIOUS_KEYS`. */
export const previousKeys = (variable: string): string[] =>
  variable
    .split(',')
    .map((key) => key.trim())
    .filter((key) => key !== '');

/**
 * The keys for one purpose: of `APP_KEY`, then of each of `APP_PREVIOUS_KEYS`. HKDF makes them, so that no purpose learns the key of another.
 *
 * @throws E_APP_KEY_MISSING without `APP_KEY`, E_APP_KEY_SHORT for fewer than 32 bytes, E_APP_KEY_PURPOSE for a purpose without a name.
 */
export const deriveKeys = (
  { key, previous_keys }: Pick<AppConfig, 'key' | 'previous_keys'>,
  purpose: string,
): readonly [current: Uint8Array, ...previous: Uint8Array[]] => {
  // A typo such as an empty variable would silently share one key.
  if (!/^[a-z][\w:.-]*$/.test(purpose)) throw errors.E_APP_KEY_PURPOSE({ purpose: JSON.stringify(purpose) });
  if (key === null) throw errors.E_APP_KEY_MISSING({ purpose });
  const bytes = Buffer.byteLength(key);
  if (bytes < length) throw errors.E_APP_KEY_SHORT({ purpose, bytes, length });
  return [derive(key, purpose), ...previous_keys.map((former) => derive(former, purpose))];
};
