import type { Context, Response } from '@taproot/core';
import { facades } from '../../facades.ts';
import { afterFirstFactor, currentUser, logIn, patience, toIntended, unixNow } from '../../users/log-in.ts';
import { findUser, hasPassword } from '../../users/users.ts';
import { codeForm, LoginForm, passwordForm } from '../requests/account-forms.ts';

/** Logging in and out, the second factor, and proving again who uses the browser. */
export class LoginController {
  show(ctx: Context): Promise<Response> {
    const next = ctx.request().query('next');
    if (next !== '') ctx.request().session().put('intended', next.slice(0, 500));
    return ctx.response().view('entrance/login', { providers: facades.Account().signIn.providers() });
  }

  async login(ctx: Context): Promise<Response> {
    const { email, password } = await ctx.request().validated(LoginForm);
    const user = await facades.Auth(ctx).verify({ email, password });
    if (user !== null) return afterFirstFactor(ctx, user, { remember: ctx.request().inputBool('remember') });
    ctx
      .request()
      .session()
      .withErrors({ email: ['Wrong e-mail or password.'] })
      .withInput({ email });
    return ctx.response().redirect(303, '/login');
  }

  async logout(ctx: Context): Promise<Response> {
    await facades.Auth(ctx).logout();
    return ctx.response().redirect(303, '/');
  }

  async showCode(ctx: Context): Promise<Response> {
    if (pendingLogin(ctx) === null) return ctx.response().redirect(303, '/login');
    return ctx.response().view('entrance/two-factor');
  }

  async code(ctx: Context): Promise<Response> {
    const { code } = await ctx.request().validated(codeForm);
    const pending = pendingLogin(ctx);
    const user = pending === null ? undefined : await findUser({ id: Number(pending.user) });
    if (pending === null || user === undefined) return ctx.response().redirect(303, '/login');
    if (!(await facades.Account().twoFactor.check(user.id, code))) {
      ctx
        .request()
        .session()
        .withErrors({ code: ['This code is wrong, or it was used already.'] });
      return ctx.response().redirect(303, '/two-factor');
    }
    await logIn(ctx, user, pending);
    return toIntended(ctx);
  }

  async showConfirm(ctx: Context): Promise<Response> {
    return ctx.response().view('entrance/confirm', { hasPassword: await hasPassword(await currentUser(ctx)) });
  }

  async confirm(ctx: Context): Promise<Response> {
    const { password } = await ctx.request().validated(passwordForm);
    const { email } = await currentUser(ctx);
    const user = await facades.Auth(ctx).verify({ email, password });
    if (user === null) {
      ctx
        .request()
        .session()
        .withErrors({ password: ['Wrong password.'] });
      return ctx.response().redirect(303, '/confirm');
    }
    await logIn(ctx, user);
    return toIntended(ctx);
  }
}

/** The login that waits for its second factor; null when none does, or not any more. */
const pendingLogin = (ctx: Context) => {
  const pending = ctx.request().session().get('pendingLogin');
  return pending !== null && unixNow() - pending.at < patience ? pending : null;
};
