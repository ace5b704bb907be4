import { isUser } from '../providers/is-user.ts';
import type { Identity } from './guard.ts';

/**
 * The identity that a guard returned; null for a guest, also when the guard returned `undefined` or an identity without a user.
 */
export const somebody = (given: Identity | null): Identity | null => (isUser(given?.user) ? given : null);
