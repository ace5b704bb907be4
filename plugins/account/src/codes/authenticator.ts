import { type Secret, TOTP } from 'otpauth';

/** Seconds of one code. */
export const period = 30;

/** The codes of one user: 6 digits, SHA-1, 30 seconds, which is what all authenticator apps know. */
const codesOf = (secret: string | Secret, issuer = '', label = ''): TOTP =>
  new TOTP({ issuer, label, secret, algorithm: 'SHA1', digits: 6, period });

/** A new secret of 20 bytes (RFC 4226, 4), in base 32. */
export const newSecret = (): string => new TOTP().secret.base32;

/** The address that authenticator apps read from a QR code. */
export const addressOf = (secret: string, issuer: string, label: string): string =>
  codesOf(secret, issuer, label).toString();

/** The step whose code this is, at most `drift` steps from now; null for a wrong code. It compares in constant time. */
export const stepOf = (secret: string, code: string, drift: number): number | null => {
  const codes = codesOf(secret);
  const timestamp = Date.now();
  const delta = codes.validate({ token: code, timestamp, window: drift });
  return delta === null ? null : codes.counter({ timestamp }) + delta;
};
