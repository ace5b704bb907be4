import type { AuthUser } from '@taproot/auth';
import { insertGetId } from '@taproot/database';
import './user.ts';
import { facades } from '../facades.ts';

/** What a new user brings. */
export interface NewUser {
  readonly organisation_id: number;
  readonly name: string;
  readonly email: string;
  readonly password: string;
  readonly role: AuthUser['role'];
  readonly locale: string;
}

/** Stores a new user, with the hash of the password. */
export const createUser = async ({ password, ...rest }: NewUser): Promise<AuthUser> => {
  const user = { ...rest, confirmed_at: null, created_at: new Date() };
  const hash = await facades.Hash().make(password);
  return { id: await insertGetId(facades.DB(), 'users', { ...user, password: hash }), ...user };
};
