import type { AuthUser } from '@taproot/auth';
import './user.ts';

/** Whether a user answers tickets of others. */
export const isStaff = ({ role }: AuthUser): boolean => role !== 'customer';
