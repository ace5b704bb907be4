import type { AuthUser } from '@taproot/auth';
import { insertGetId, transaction } from '@taproot/database';
import './organisation.ts';
import { facades } from '../facades.ts';
import { createUser, type NewUser } from '../users/create-user.ts';

/** Stores an organisation and its first user, an administrator. */
export const openOrganisation = (
  organisation: { name: string; slug: string },
  admin: Omit<NewUser, 'organisation_id' | 'role'>,
): Promise<AuthUser> =>
  transaction(
    facades.DB(),
    async () => {
      const organisation_id = await insertGetId(facades.DB(), 'organisations', organisation);
      return createUser({ ...admin, organisation_id, role: 'admin' });
    },
    { ambient: true },
  );
