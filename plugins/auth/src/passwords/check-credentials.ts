import { isUser } from '../providers/is-user.ts';
import type { AuthUser, Credentials, UserProvider } from '../providers/user-provider.ts';
import type { Hash } from './hash.ts';

export interface CheckParts {
  readonly hash: Hash;
  readonly provider: UserProvider;
  readonly report: (error: unknown) => void;
}

/**
 * The user with these credentials, or null. For an unknown user, or a hash of an unknown kind, it also computes a hash. So the time of a
 * response does not show which accounts exist.
 */
export const checkCredentials = async (
  { hash, provider, report }: CheckParts,
  credentials: Credentials,
): Promise<AuthUser | null> => {
  const decoy = await hash.decoy();
  const password = typeof credentials.password === 'string' ? credentials.password : '';
  const found = await provider.findByCredentials(credentials);
  const stored = found?.hash != null && hash.knows(found.hash) ? found.hash : null;
  const right = await hash.check(password, stored ?? decoy);
  if (!right || !isUser(found?.user) || stored === null || password === '') return null;
  if (hash.needsRehash(stored)) await rehash({ hash, provider, report }, found.user, password, stored);
  return found.user;
};

/** If the hash cannot be renewed, the login must still succeed. */
const rehash = async (
  { hash, provider, report }: CheckParts,
  user: AuthUser,
  password: string,
  old: string,
): Promise<void> => {
  try {
    await provider.saveHash?.(user, await hash.make(password), old);
  } catch (error) {
    report(error);
  }
};
