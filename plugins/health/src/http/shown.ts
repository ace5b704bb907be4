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

/** Null where reading fails: what a plugin gives may be any object. */
const attempt = <Value>(read: () => Value): Value | null => {
  try {
    return read();
  } catch {
    return null;
  }
};

/**
 * The code of an error as a response may show it: that of a framework error or of the system, such as `ECONNREFUSED`; null
 * for any other. A message is never shown, because it may quote an address with its password.
 */
export const shownCode = (error: unknown): string | null => {
  const code = attempt(() => (Object(error) as { readonly code?: unknown }).code);
  if (typeof code !== 'string' || code.length > 64) return null;
  return /^E_[A-Z][A-Z_]*$/.test(code) || isSystemCode(code) ? code : null;
};

const isFact = (value: unknown): boolean =>
  value === null || ['string', 'number', 'boolean', 'bigint'].includes(typeof value);

const fact = (value: unknown): unknown => (typeof value === 'bigint' ? String(value) : value);

// Cut once masked: half a token has no sign by which it is known. Long before that, since masking takes its time.
const cut = (text: string): string => maskText(text.slice(0, 8 * longest), isCredential).slice(0, longest);

/**
 * The details of a check, as a response may show them: values with the name of a credential and credentials in strings masked,
 * long strings cut, and nothing that is not a plain value. Null if nothing is left.
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
