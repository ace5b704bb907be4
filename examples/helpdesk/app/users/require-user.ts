import type { AuthUser } from '@taproot/auth';
import { type Context, UnauthorizedError } from '@taproot/core';
import './user.ts';
import { facades } from '../facades.ts';

/** The user who sends the request; 401 for a guest. */
export const requireUser = async (ctx: Context): Promise<AuthUser> => {
  const user = await facades.Auth(ctx).user();
  if (user === null) throw new UnauthorizedError();
  return user;
};
