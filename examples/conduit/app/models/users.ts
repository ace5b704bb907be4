import { randomUUID } from 'node:crypto';
import { type Insertable, insertGetId, type Tables } from '@taproot/database';
import { db, facades } from '../facades.ts';

type User = Insertable<Tables['users']>;
type Login = Tables['logged_in_users'];

/** Stores a new user, with the hash of the password, and gives the id. */
export const createUser = async (user: User) =>
  insertGetId(db(), 'users', { ...user, password: await facades.Hash().make(user.password) });

/** Changes the given fields and keeps the others. A new password ends all other logins of the user. */
export const updateUser = async ({ id, login }: Login, { password, bio, image, ...changes }: Partial<User>) => {
  const set = {
    ...changes,
    // An empty biography is stored as null.
    ...(bio === undefined ? {} : { bio: bio || null }),
    ...(image === undefined ? {} : { image: image || null }),
    ...(password === undefined ? {} : { password: await facades.Hash().make(password) }),
  };
  if (Object.keys(set).length > 0) await db().updateTable('users').set(set).where('id', '=', id).execute();
  if (password !== undefined)
    await db().deleteFrom('logins').where('user_id', '=', id).where('id', '!=', login).execute();
};

/** Starts a login of a user. */
export const startLogin = async (id: number): Promise<Login> => {
  const login = randomUUID();
  await db().insertInto('logins').values({ id: login, user_id: id }).execute();
  return { id, login };
};

const shown = ['email', 'username', 'bio', 'image'] as const;

export const readUser = (id: number) =>
  db().selectFrom('users').select(shown).where('id', '=', id).executeTakeFirstOrThrow();
