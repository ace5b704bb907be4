import type { AuthUser } from '@taproot/auth';
import type { Context, Response } from '@taproot/core';
import { facades } from '../facades.ts';
import './user.ts';

/** Seconds for which a login waits for the second factor, and for which a user need not confirm again. */
export const patience = 15 * 60;

export const unixNow = (): number => Math.floor(Date.now() / 1000);

/** Logs in, once everything that the account asks for is proven. */
export const logIn = async (ctx: Context, user: AuthUser, { remember = false } = {}): Promise<void> => {
  await facades.Auth(ctx).login(user, { remember });
  ctx.request().session().forget('pendingLogin').put('confirmedAt', unixNow());
};

/** To the page that the user wanted. `redirect()` refuses addresses of other sites. */
export const toIntended = (ctx: Context): Response =>
  ctx.response().redirect(303, ctx.request().session().pull('intended') ?? '/account', '/account');

/** After the first factor: logs in, or asks for the second one. */
export const afterFirstFactor = async (ctx: Context, user: AuthUser, { remember = false } = {}): Promise<Response> => {
  if (await facades.Account().twoFactor.isOn(user.id)) {
    const session = ctx.request().session();
    // The code must not be given in a session whose id somebody else may know.
    session.regenerate().put('pendingLogin', { user: String(user.id), remember, at: unixNow() });
    return ctx.response().redirect(303, '/two-factor');
  }
  await logIn(ctx, user, { remember });
  return toIntended(ctx);
};

/** The user of a route behind `middleware.auth()`. */
export const currentUser = async (ctx: Context): Promise<AuthUser> => {
  const user = await facades.Auth(ctx).user();
  if (user === null) throw new Error('This route needs middleware.auth().');
  return user;
};

/** Ends all other logins of the user: after a new password, and on demand. */
export const endOtherSessions = async (ctx: Context, user: AuthUser): Promise<void> => {
  await facades.Auth(ctx).forgetRemembered(user);
  await facades.Session().endAll(user.id, { except: ctx.request().session().id() });
};
