import { getSystemErrorMap } from 'node:util';
import type { HealthDetails } from '@taproot/core/plugin';
import { isCredential, maskSecrets, maskText } from '@taproot/masking';

/** Characters of a line or value. */
const longest = 1000;

let systemCodes: ReadonlySet<string> | null = null;

const isSystemCode = (code: string): boolean => {
  systemCodes ??= new Set([...getSystemErrorMap().values()].map(([name]) => name));
  return systemCodes.has(code);
};

/** Null if reading fails: plugins may return any object, and its getters may throw. */
const attempt = <Value>(read: () => Value): Value | null => {
  try {
    return read();
  } catch {
    return null;
  }
};

/**
 * The code of an error that a response may show: a code of the framework or of the system, such as `ECONNREFUSED`. Null for any other. The
 * message is never shown, because it may contain an address with its password.
 */
export const shownCode = (error: unknown): string | null => {
  const code = attempt(() => (Object(error) as { readonly code?: unknown }).code);
  if (typeof code !== 'string' || code.length > 64) return null;
  return /^E_[A-Z][A-Z_]*$/.test(code) || isSystemCode(code) ? code : null;
};

const isFact = (value: unknown): boolean =>
  value === null || ['string', 'number', 'boolean', 'bigint'].includes(typeof value);

const fact = (value: unknown): unknown => (typeof value === 'bigint' ? String(value) : value);

// Masks before it cuts, because half a token cannot be recognised. Cuts very long strings first, because masking takes time.
const cut = (text: string): string => maskText(text.slice(0, 8 * longest), isCredential).slice(0, longest);

/**
 * The details of a check that a response may show. Credentials are masked, long strings are cut, and values that are
 * not plain are left out. Null if nothing is left.
 */
export const shownDetails = (details: unknown): HealthDetails | null => {
  if (typeof details === 'string') return cut(details);
  const facts = attempt(() => Object.entries(Object(details)).filter(([, value]) => isFact(value))) ?? [];
  if (facts.length === 0) return null;
  const masked = maskSecrets(
    Object.fromEntries(facts.map(([name, value]) => [name, fact(value)])),
    false,
    isCredential,
  );
  const shown = Object.entries(Object(masked)).map(([name, value]) => [
    name,
    typeof value === 'string' ? cut(value) : value,
  ]);
  return Object.fromEntries(shown) as HealthDetails;
};
