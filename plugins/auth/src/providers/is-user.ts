import type { AuthUser } from './user-provider.ts';

/**
 * Whether a provider returned a user. Its type may not have been checked: `Map.get()` and `rows[0]` are undefined for an
 * unknown user, and a list of rows is an object even when it is empty.
 */
export const isUser = (given: unknown): given is AuthUser =>
  typeof given === 'object' && given !== null && !Array.isArray(given);
