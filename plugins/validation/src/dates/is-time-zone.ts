import { BoundedCache } from '../bounded-cache.ts';

// Longer than any name of the time zone database.
const longest = 64;
const shape = /^[A-Z][\w+-]*(?:\/[A-Z][\w+-]*)*$/;

const known = new BoundedCache<string, boolean>(1024);

/**
 * Whether a string is a name of the IANA time zone database, links such as `US/Pacific` too. Case counts, and offsets are
 * refused.
 */
export const isTimeZone = (text: string): boolean => {
  if (text.length > longest || !shape.test(text)) return false;
  return known.get(text) ?? known.set(text, ask(text));
};

const ask = (name: string): boolean => {
  try {
    const { timeZone } = new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions();
    // Intl takes any case and answers with the true one.
    return timeZone === name || timeZone.toLowerCase() !== name.toLowerCase();
  } catch {
    return false;
  }
};
