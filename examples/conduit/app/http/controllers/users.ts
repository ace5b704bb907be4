import { type Context, UnauthorizedError } from '@taproot/core';
import { facades } from '../../facades.ts';
import { createUser, readUser, startLogin, updateUser } from '../../models/users.ts';
import { userOf } from '../reader.ts';
import { LogIn } from '../requests/log-in.ts';
import { RegisterUser } from '../requests/register-user.ts';
import { UpdateUser } from '../requests/update-user.ts';

const columns = { 'user.username': 'users.username', 'user.email': 'users.email' } as const;

/** A user, with a new token for this login. */
const show = async (ctx: Context, { id, login }: { id: number; login: string }) => {
  const user = await readUser(id);
  const token = await facades.Auth(ctx).login({ id, login });
  return { user: { ...user, token } };
};

export const users = {
  register: async (ctx: Context) => {
    const { user } = await ctx.request().validated(RegisterUser);
    const id = await ctx.request().unique(columns, () => createUser(user));
    return ctx.response().json(201, await show(ctx, await startLogin(id)));
  },

  logIn: async (ctx: Context) => {
    const { user } = await ctx.request().validated(LogIn);
    // The default guard finds users by their login, and there is no login yet. The guard `token` finds them in the table of users.
    const found = await facades.Auth(ctx).guard('token').verify(user);
    if (found === null) throw new UnauthorizedError('credentials');
    return show(ctx, await startLogin(found.id));
  },

  show: async (ctx: Context) => show(ctx, await userOf(ctx)),

  update: async (ctx: Context) => {
    const { user } = await ctx.request().validated(UpdateUser);
    const reader = await userOf(ctx);
    await ctx.request().unique(columns, () => updateUser(reader, user));
    return show(ctx, reader);
  },
};
