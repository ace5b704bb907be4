import { type Context, UnauthorizedError } from '@taproot/core';
import { facades } from '../../facades.ts';
import { createUser, readUser, updateUser } from '../../models/users.ts';
import { readerOf } from '../reader.ts';
import { LogIn } from '../requests/log-in.ts';
import { RegisterUser } from '../requests/register-user.ts';
import { UpdateUser } from '../requests/update-user.ts';

const columns = { 'user.username': 'users.username', 'user.email': 'users.email' } as const;

/** Answers with a user and a new token of his. */
const show = async (ctx: Context, id: number, status = 200) => {
  const user = await readUser(id);
  const token = await facades.Auth(ctx).login(user);
  const { email, username, bio, image } = user;
  return ctx.response().json(status, { user: { email, username, bio, image, token } });
};

export const users = {
  register: async (ctx: Context) => {
    const { user } = await ctx.request().validated(RegisterUser);
    const id = await ctx.request().unique(columns, () => createUser(user));
    return show(ctx, id, 201);
  },

  logIn: async (ctx: Context) => {
    const { user } = await ctx.request().validated(LogIn);
    const found = await facades.Auth(ctx).verify(user);
    if (found === null) throw new UnauthorizedError('credentials');
    return show(ctx, found.id);
  },

  show: async (ctx: Context) => {
    return show(ctx, await readerOf(ctx));
  },

  update: async (ctx: Context) => {
    const { user } = await ctx.request().validated(UpdateUser);
    const id = await readerOf(ctx);
    await ctx.request().unique(columns, () => updateUser(id, user));
    return show(ctx, id);
  },
};
