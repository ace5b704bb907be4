import type { AuthUser } from './user-provider.ts';

/**
 * Whether a provider returned a user. The compiler does not always notice a missing user: `Map.get()` and `rows[0]` are undefined for an
 * unknown user, and a list of rows is an object even when it is empty.
 */
export const isUser = (given: unknown): given is AuthUser =>
  typeof given === 'object' && given !== null && !Array.isArray(given);
