import type { AuthUser } from '@taproot/auth';
import './user.ts';
import { facades } from '../facades.ts';

/** Keeps a new user; of the password only its hash. */
export const createUser = async (email: string, password: string): Promise<AuthUser> => {
  const row = { email, password: await facades.Hash().make(password), created_at: new Date().toISOString() };
  return facades
    .DB()
    .insertInto('users')
    .values(row)
    .returning(['id', 'email', 'created_at'])
    .executeTakeFirstOrThrow();
};
