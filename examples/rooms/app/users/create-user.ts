import type { AuthUser } from '@taproot/auth';
import { insertGetId } from '@taproot/database';
import './user.ts';
import { facades } from '../facades.ts';

/** Stores a new member, with the hash of the password. */
export const createUser = async (email: string, password: string, locale: string): Promise<AuthUser> => {
  const user = { email, locale, role: 'member', created_at: new Date() } as const;
  const hash = await facades.Hash().make(password);
  return { id: await insertGetId(facades.DB(), 'users', { ...user, password: hash }), ...user };
};
