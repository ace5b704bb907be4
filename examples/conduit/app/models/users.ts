import { randomUUID } from 'node:crypto';
import type { Insertable, Selectable, Tables } from '@taproot/database';
import { db, facades } from '../facades.ts';

declare module '@taproot/auth' {
  interface AuthUser extends Omit<Selectable<Tables['users']>, 'password'> {}
}

type User = Omit<Insertable<Tables['users']>, 'login_key'>;

/** Keeps a new user and gives his id; of the password only its hash. */
export const createUser = async (user: User): Promise<number> => {
  const password = await facades.Hash().make(user.password);
  const row = { ...user, password, login_key: randomUUID() };
  return (await db().insertInto('users').values(row).returning('id').executeTakeFirstOrThrow()).id;
};

/** Changes what is given and leaves the rest; a new password ends every login. */
export const updateUser = async (id: number, { password, bio, image, ...changes }: Partial<User>): Promise<void> => {
  const set = {
    ...changes,
    // Nobody writes an empty biography; it is taken for none.
    ...(bio === undefined ? {} : { bio: bio || null }),
    ...(image === undefined ? {} : { image: image || null }),
    ...(password === undefined ? {} : { password: await facades.Hash().make(password), login_key: randomUUID() }),
  };
  if (Object.keys(set).length > 0) await db().updateTable('users').set(set).where('id', '=', id).execute();
};

export const readUser = (id: number) => {
  const user = db().selectFrom('users').where('id', '=', id);
  return user.select(['id', 'email', 'username', 'bio', 'image', 'login_key']).executeTakeFirstOrThrow();
};
