import { type Context, NotFoundError } from '@taproot/core';
import { sql } from '@taproot/database';
import '@taproot/session';
import './user.ts';
import { facades } from '../facades.ts';

/** Gives a user a new password. Whoever knew the old one is logged out, in all browsers and programs. The link came by mail, so the address is confirmed. */
export const changePassword = async (ctx: Context, id: number, password: string): Promise<void> => {
  const user = await facades.DB().selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst();
  if (user === undefined) throw new NotFoundError();
  const hash = await facades.Hash().make(password);
  const users = facades.DB().updateTable('users').set({ password: hash, confirmed_at: new Date() });
  await users.where('id', '=', id).execute();
  await facades.Session().endAll(id);
  await facades.Auth(ctx).guard('web').forgetRemembered(user);
  await sql`delete from personal_access_tokens where user_id = ${String(id)}`.execute(facades.DB());
};
