import { type Context, type Response } from '@taproot/core';
import { uniqueViolation } from '@taproot/database';
import { facades } from '../../facades.ts';
import { sendNewAddress } from '../../mails/account-mails.ts';
import { currentUser, endOtherSessions } from '../../users/log-in.ts';
import { deleteUser, updateUser } from '../../users/users.ts';
import { EmailForm, NameForm, newPasswordForm } from '../requests/account-forms.ts';

const done = (ctx: Context, message: string): Response => {
  ctx.request().session().flash('status', message);
  return ctx.response().redirect(303, '/account');
};

/** The page of a user, and what can be changed on it. */
export class AccountController {
  async show(ctx: Context): Promise<Response> {
    const user = await currentUser(ctx);
    const { twoFactor, passkeys, signIn } = facades.Account();
    const sessions = await facades.Session().ofUser(user.id);
    const current = ctx.request().session().id();
    return ctx.response().view('account/show', {
      twoFactor: await twoFactor.isOn(user.id),
      recoveryCodes: await twoFactor.recoveryCodesLeft(user.id),
      passkeys: await passkeys.ofUser(user.id),
      providers: signIn.providers(),
      linked: await signIn.ofUser(user.id),
      sessions: sessions.map((one) => ({ ...one, isCurrent: one.id === current })),
    });
  }

  async name(ctx: Context): Promise<Response> {
    const { name } = await ctx.request().validated(NameForm);
    await updateUser((await currentUser(ctx)).id, { name });
    return done(ctx, 'Your name is changed.');
  }

  async email(ctx: Context): Promise<Response> {
    const { email } = await ctx.request().validated(EmailForm);
    await sendNewAddress(ctx, await currentUser(ctx), email);
    return done(ctx, `We have sent a mail to ${email}. Open the link in it.`);
  }

  async showEmail(ctx: Context): Promise<Response> {
    const token = ctx.request().route('token');
    const held = await facades.Account().tokens.find('change-email', token);
    const isOurs = held?.subject === String((await currentUser(ctx)).id);
    if (held === null || !isOurs) return ctx.response().status(410).view('entrance/bad-link');
    return ctx.response().view('account/confirm-email', { token, email: held.data.email });
  }

  async confirmEmail(ctx: Context): Promise<Response> {
    const { id } = await currentUser(ctx);
    const { tokens } = facades.Account();
    const token = ctx.request().route('token');
    const isOurs = (await tokens.find('change-email', token))?.subject === String(id);
    const held = isOurs ? await tokens.use('change-email', token) : null;
    if (held === null) return ctx.response().status(410).view('entrance/bad-link');
    try {
      await updateUser(id, { email: held.data.email });
    } catch (error) {
      // Somebody else has registered the address in the meantime.
      if ((await uniqueViolation(error)) === null) throw error;
      return ctx.response().status(410).view('entrance/bad-link');
    }
    // Links that went to the old address.
    await tokens.revoke('reset-password', id);
    return done(ctx, 'Your address is changed.');
  }

  async password(ctx: Context): Promise<Response> {
    const { password } = await ctx.request().validated(newPasswordForm);
    const user = await currentUser(ctx);
    await updateUser(user.id, { password });
    await endOtherSessions(ctx, user);
    await facades.Account().tokens.revoke('reset-password', user.id);
    ctx.request().session().regenerate();
    return done(ctx, 'Your password is changed. All other browsers are logged out.');
  }

  async endSessions(ctx: Context): Promise<Response> {
    await ctx.request().body();
    const user = await currentUser(ctx);
    const id = ctx.request().input('id');
    if (id === '') await endOtherSessions(ctx, user);
    else if ((await facades.Session().ofUser(user.id)).some((one) => one.id === id)) {
      await facades.Session().end(id);
      // The cookie of that browser must not open a new session.
      await facades.Auth(ctx).forgetRemembered(user);
    }
    return done(ctx, id === '' ? 'All other browsers are logged out.' : 'That browser is logged out.');
  }

  async delete(ctx: Context): Promise<Response> {
    const user = await currentUser(ctx);
    await facades.Auth(ctx).forgetRemembered(user);
    await deleteUser(user);
    ctx.request().session().invalidate().flash('status', 'Your account is deleted.');
    return ctx.response().redirect(303, '/');
  }
}
