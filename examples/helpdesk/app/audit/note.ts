import type { AuthUser } from '@taproot/auth';
import type { Generated } from '@taproot/database';
import { facades } from '../facades.ts';

declare module '@taproot/database' {
  interface Tables {
    audit_log: {
      id: Generated<number>;
      organisation_id: number;
      user_id: number;
      action: string;
      ticket_id: number | null;
      created_at: Generated<Date>;
      updated_at: Generated<Date>;
    };
  }
}

/** Writes down who did what, in the transaction of the caller. */
export const note = async (user: AuthUser, action: string, ticket_id: number | null = null): Promise<void> => {
  const { id: user_id, organisation_id } = user;
  await facades.DB().insertInto('audit_log').values({ organisation_id, user_id, action, ticket_id }).execute();
};
