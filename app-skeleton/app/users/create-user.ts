import type { AuthUser } from '@taproot/auth';
import { insertGetId } from '@taproot/database';
import './user.ts';
import { facades } from '../facades.ts';

/** Stores a new user, with the hash of the password. */
export const createUser = async (email: string, password: string): Promise<AuthUser> => {
  const created_at = new Date();
  const hash = await facades.Hash().make(password);
  const id = await insertGetId(facades.DB(), 'users', { email, password: hash, created_at });
  return { id, email, created_at };
};
