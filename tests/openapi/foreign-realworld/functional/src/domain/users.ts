import { badCredentials, invalid, missing, taken, takenErrors } from '../lib/failure.ts';
import { chain, err, filterOrElse, fromNullable, map, ok, pipe } from '../lib/result.ts';
import { opens, secretOf } from './secrets.ts';
import type { Store } from './store.ts';
import type { User } from './types.ts';

interface Identity {
  readonly username?: string | undefined;
  readonly email?: string | undefined;
}

export interface UserChanges extends Identity {
  readonly password?: string | undefined;
  readonly bio?: string | null | undefined;
  readonly image?: string | null | undefined;
}

const fieldsTaken = ({ users }: Store, { username, email }: Identity, self = 0): string[] => [
  ...(users.find((one) => one.id !== self && one.username === username) ? ['username'] : []),
  ...(users.find((one) => one.id !== self && one.email === email) ? ['email'] : []),
];

/** Hands on what is free, and fails with what `onTaken` makes of the fields that are not. */
const whereFree =
  <E>(store: Store, self: number, onTaken: (fields: readonly string[]) => E) =>
  <I extends Identity>(identity: I) => {
    const fields = fieldsTaken(store, identity, self);
    return fields.length === 0 ? ok(identity) : err(onTaken(fields));
  };

export const register = (store: Store, input: { username: string; email: string; password: string }) =>
  pipe(
    input,
    whereFree(store, 0, taken),
    map(({ username, email, password }) =>
      store.users.insert((id) => ({ id, username, email, secret: secretOf(password), bio: null, image: null })),
    ),
  );

export const login = ({ users }: Store, { email, password }: { email: string; password: string }) =>
  pipe(
    users.find((one) => one.email === email),
    fromNullable(badCredentials),
    filterOrElse((user: User) => opens(password, user.secret), badCredentials),
  );

export const changeUser = (store: Store, user: User, changes: UserChanges) =>
  pipe(
    changes,
    whereFree(store, user.id, (fields) => invalid(takenErrors(fields))),
    map(({ username = user.username, email = user.email, bio = user.bio, image = user.image, password }) =>
      store.users.put({
        id: user.id,
        username,
        email,
        bio: bio || null,
        image: image || null,
        secret: password === undefined ? user.secret : secretOf(password),
      }),
    ),
  );

export const findProfile = ({ users }: Store, username: string) =>
  pipe(
    users.find((one) => one.username === username),
    fromNullable(missing('profile')),
  );

export const setFollowing = (store: Store, user: User, username: string, wanted: boolean) =>
  pipe(
    findProfile(store, username),
    chain((followed: User) => {
      store.follows[wanted ? 'add' : 'drop'](user, followed);
      return ok(followed);
    }),
  );
