import { isUser } from '../providers/is-user.ts';
import type { Identity } from './guard.ts';

/** Whom a guard gave; null when that is nobody, whatever it said: also `undefined`, or an identity without a user. */
export const somebody = (given: Identity | null): Identity | null => (isUser(given?.user) ? given : null);
