import { hkdfSync, randomBytes } from 'node:crypto';
import type { Application } from '@taproot/core';
import { errors } from '../errors.ts';

/** The shortest key from which others may be derived, in bytes. */
const shortestKey = 32;

/** Secrets from documentation, examples and web pages, which are known to attackers. */
const published = /change.?(?:me|this)|your.{1,40}(?:secret|key)|example|placeholder|at-least-256-bit|supersecret/i;

/** Whether a secret repeats one short part, such as `12345678` five times. The last repetition may be incomplete. */
const repeats = (secret: string): boolean => {
  for (let length = 1; length < shortestKey && length * 2 <= secret.length; length++)
    if (secret.startsWith(secret.slice(length))) return true;
  return false;
};

/** Whether a secret counts, such as `abcdefgh...`: at least two thirds of its characters are at most one step away from the one before. */
const counts = (secret: string): boolean => {
  let steps = 0;
  for (let at = 1; at < secret.length; at++)
    if (Math.abs(secret.charCodeAt(at) - secret.charCodeAt(at - 1)) <= 1) steps++;
  return steps * 3 >= (secret.length - 1) * 2;
};

/** Why a secret is too weak; null when it is acceptable. */
const weaknessOf = (secret: string, shortest: number): string | null => {
  if (secret.startsWith('-----BEGIN')) return 'is a PEM key, which others may know; an HMAC secret is random bytes';
  if (Buffer.byteLength(secret) < shortest) return `has fewer than ${shortest} bytes`;
  if (published.test(secret)) return 'is taken from an example';
  if (new Set(secret).size < 8) return 'consists of very few different characters';
  if (repeats(secret)) return 'repeats a part of itself';
  if (counts(secret)) return 'mostly counts up or down';
  return null;
};

const appKey = 'APP_KEY';

interface Source {
  readonly secret: string;
  readonly from: string;
}

const sourceOf = (app: Application, secret: string | null): Source | null => {
  if (secret !== null && secret !== '') return { secret, from: 'JWT_SECRET, auth.guards' };
  const { key } = app.config.app;
  return key === null ? null : { secret: key, from: appKey };
};

/**
 * Throws for a weak secret in production; elsewhere only reports it. A secret that is made for tokens needs at least `bytes`, as many as
 * its hash (RFC 7518, 3.2).
 */
export const checkSecret = (app: Application, guard: string, secret: string | null, bytes: number): void => {
  const source = sourceOf(app, secret);
  if (source === null) return;
  const reason = weaknessOf(source.secret, source.from === appKey ? shortestKey : bytes);
  if (reason === null) return;
  const weak = errors.E_AUTH_SECRET_WEAK({ guard, source: source.from, reason });
  if (app.isProduction) throw weak;
  app.report(weak, { where: 'auth', warning: true });
};

/**
 * The bytes with which a guard signs: the configured secret, or a secret derived from `APP_KEY` for this guard only. Without both,
 * production throws `E_AUTH_SECRET_MISSING`; elsewhere the process makes a random secret.
 */
export const secretOf = (app: Application, guard: string, secret: string | null, bytes: number): Uint8Array => {
  const source = sourceOf(app, secret);
  if (source === null) {
    if (app.isProduction) throw errors.E_AUTH_SECRET_MISSING({ guard });
    if (app.config.app.env !== 'testing')
      app.report(errors.E_AUTH_SECRET_TEMPORARY({ guard }), { where: 'auth', warning: true });
    return randomBytes(bytes);
  }
  // Uses a secret that was made for tokens unchanged, so that other programs with this secret can verify the tokens.
  if (source.from !== appKey) return Buffer.from(source.secret);
  return new Uint8Array(hkdfSync('sha256', source.secret, '', `taproot:auth:${guard}`, bytes));
};
