import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { errors } from './errors.ts';

const prefix = 'whsec_';

/** A new secret of Standard Webhooks. */
export const newSecret = (): string => `${prefix}${randomBytes(32).toString('base64')}`;

/** The key of a secret; null unless the text is base64. */
export const keyOf = (secret: string): Buffer | null => {
  const text = secret.startsWith(prefix) ? secret.slice(prefix.length) : secret;
  return /^[A-Za-z0-9+/]+={0,2}$/.test(text) ? Buffer.from(text, 'base64') : null;
};

/**
 * Checks the secret that an application gives.
 * @throws E_WEBHOOK_SECRET
 */
export const checkSecret = (secret: string): void => {
  const bytes = secret.startsWith(prefix) ? (keyOf(secret)?.length ?? 0) : 0;
  if (bytes < 24 || bytes > 64) throw errors.E_WEBHOOK_SECRET();
};

/** The signature `v1` of Standard Webhooks. */
export const signatureOf = (secret: string, id: string, timestamp: string, body: string | Buffer): string =>
  createHmac('sha256', keyOf(secret) ?? '')
    .update(`${id}.${timestamp}.`)
    .update(body)
    .digest('base64');

/** Whether two strings are equal. The time does not depend on where they differ. */
export const isSame = (one: string, other: string): boolean => {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
};
