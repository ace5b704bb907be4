import type { AuthUser } from '@taproot/auth';
import { insertGetId } from '@taproot/database';
import './user.ts';
import { facades } from '../facades.ts';

const table = () => facades.DB().selectFrom('users');

/** The user with this id or address; undefined when there is none. */
export const findUser = (where: { id: number } | { email: string }) =>
  ('id' in where ? table().where('id', '=', where.id) : table().where('email', '=', where.email))
    .select(['id', 'name', 'email', 'created_at'])
    .executeTakeFirst();

/** Whether the user can log in with a password. */
export const hasPassword = async ({ id }: AuthUser): Promise<boolean> =>
  (await table().select('password').where('id', '=', id).executeTakeFirst())?.password != null;

/** Stores a user whose address is confirmed. Rejects when the address is taken. */
export const createUser = async (name: string, email: string, password: string | null): Promise<AuthUser> => {
  const created_at = new Date();
  const hash = password === null ? null : await facades.Hash().make(password);
  const id = await insertGetId(facades.DB(), 'users', { name, email, password: hash, created_at });
  return { id, name, email, created_at };
};

/** Changes columns of a user. Rejects when an address is taken. */
export const updateUser = async (id: number, changes: { name?: string; email?: string; password?: string }) => {
  const { password, ...rest } = changes;
  const hash = password === undefined ? {} : { password: await facades.Hash().make(password) };
  await facades
    .DB()
    .updateTable('users')
    .set({ ...rest, ...hash })
    .where('id', '=', id)
    .execute();
};

/** Deletes a user with everything that belongs to the account. */
export const deleteUser = async ({ id }: AuthUser): Promise<void> => {
  await facades.Account().forget(id);
  await facades.DB().deleteFrom('users').where('id', '=', id).execute();
  await facades.Session().endAll(id);
};
