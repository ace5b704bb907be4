import { hkdfSync, randomBytes } from 'node:crypto';
import type { Application } from '@taproot/core';
import { errors } from '../errors.ts';

/** Bytes of the shortest key to derive others from. */
const shortestKey = 32;

/** Secrets from documentation, examples and web pages, which are known to attackers. */
const published = /change.?(?:me|this)|your.{1,40}(?:secret|key)|example|placeholder|at-least-256-bit|supersecret/i;

/** Whether it is one short part over and over, the last time perhaps cut short: `12345678` five times. */
const repeats = (secret: string): boolean => {
  for (let length = 1; length < shortestKey && length * 2 <= secret.length; length++)
    if (secret.startsWith(secret.slice(length))) return true;
  return false;
};

/** Whether two of three characters are the one before, the next or the last of their alphabet: `abcdefgh...`. */
const counts = (secret: string): boolean => {
  let steps = 0;
  for (let at = 1; at < secret.length; at++)
    if (Math.abs(secret.charCodeAt(at) - secret.charCodeAt(at - 1)) <= 1) steps++;
  return steps * 3 >= (secret.length - 1) * 2;
};

/** Why a secret is none; null when it may be one. */
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
 * Refuses a secret that was given and is none, in production; elsewhere it is reported. One made for tokens has as many
 * `bytes` as the hash it keys (RFC 7518, 3.2).
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
 * The bytes a guard signs with: the configured secret, else one derived from `APP_KEY` for this guard alone. Without
 * either there is none in production (`E_AUTH_SECRET_MISSING`); elsewhere the process makes one for itself.
 */
export const secretOf = (app: Application, guard: string, secret: string | null, bytes: number): Uint8Array => {
  const source = sourceOf(app, secret);
  if (source === null) {
    if (app.isProduction) throw errors.E_AUTH_SECRET_MISSING({ guard });
    if (app.config.app.env !== 'testing')
      app.report(errors.E_AUTH_SECRET_TEMPORARY({ guard }), { where: 'auth', warning: true });
    return randomBytes(bytes);
  }
  // A secret made for tokens is used as it is, so that others who have it can verify them.
  if (source.from !== appKey) return Buffer.from(source.secret);
  return new Uint8Array(hkdfSync('sha256', source.secret, '', `taproot:auth:${guard}`, bytes));
};
