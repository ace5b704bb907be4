import { inspect } from 'node:util';

// Members, not `instanceof`: what was thrown may come from another realm.
interface Thrown {
  readonly message?: unknown;
  readonly errors?: unknown;
  readonly code?: unknown;
  readonly name?: unknown;
}

const words = (thrown: unknown): string => {
  if (typeof thrown !== 'object' || thrown === null) return String(thrown);
  const { message, errors, code, name }: Thrown = thrown;
  if (typeof message === 'string' && message !== '') return message;
  // What Node throws of a host with several addresses, none of which answers, says nothing but by its members.
  if (Array.isArray(errors) && errors.length > 0) return [...new Set(errors.map(reasonOf))].join('; ');
  if (typeof code === 'string' && code !== '') return code;
  return message === '' && typeof name === 'string' ? name : inspect(thrown);
};

/** Why something failed, in a few words, whatever was thrown. Never throws: an object may do so while it is looked at. */
export const reasonOf = (thrown: unknown): string => {
  try {
    return words(thrown);
  } catch {
    return 'an error that cannot be shown';
  }
};
