import type { Context, Response } from '@taproot/core';
import { facades } from '../../facades.ts';
import { sendLink } from '../../mails/account-mails.ts';
import { findUser, updateUser } from '../../users/users.ts';
import { EmailForm, newPasswordForm } from '../requests/account-forms.ts';

/** A new password for users who have forgotten theirs. */
export class PasswordController {
  show(ctx: Context): Promise<Response> {
    return ctx.response().view('entrance/forgot-password');
  }

  async send(ctx: Context): Promise<Response> {
    const { email } = await ctx.request().validated(EmailForm);
    await sendLink(ctx, email, { wants: 'password' });
    ctx.request().session().flash('status', `We have sent a mail to ${email}. Open the link in it.`);
    return ctx.response().redirect(303, '/forgot-password');
  }

  async showReset(ctx: Context): Promise<Response> {
    const token = ctx.request().route('token');
    const held = await facades.Account().tokens.find('reset-password', token);
    if (held === null) return ctx.response().status(410).view('entrance/bad-link');
    return ctx.response().view('entrance/reset-password', { token });
  }

  async reset(ctx: Context): Promise<Response> {
    const { password } = await ctx.request().validated(newPasswordForm);
    const held = await facades.Account().tokens.use('reset-password', ctx.request().route('token'));
    const user = held === null ? undefined : await findUser({ id: Number(held.subject) });
    if (user === undefined) return ctx.response().status(410).view('entrance/bad-link');
    await updateUser(user.id, { password });
    // Whoever knew the old password may be logged in.
    await facades.Session().endAll(user.id);
    await facades.Auth(ctx).forgetRemembered(user);
    await facades.Account().tokens.revoke('change-email', user.id);
    ctx.request().session().invalidate().flash('status', 'Your password is changed. Log in with it.');
    return ctx.response().redirect(303, '/login');
  }
}
