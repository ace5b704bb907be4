import type { Context, Response } from '@taproot/core';
import { uniqueViolation } from '@taproot/database';
import { facades } from '../../facades.ts';
import { sendLink } from '../../mails/account-mails.ts';
import { logIn, toIntended } from '../../users/log-in.ts';
import { createUser } from '../../users/users.ts';
import { newPasswordForm, RegisterForm } from '../requests/account-forms.ts';

/** New accounts. They begin with a link in a mail, so every account has an address that is confirmed. */
export class RegisterController {
  show(ctx: Context): Promise<Response> {
    return ctx.response().view('entrance/register', { providers: facades.Account().signIn.providers() });
  }

  async send(ctx: Context): Promise<Response> {
    const { name, email } = await ctx.request().validated(RegisterForm);
    await sendLink(ctx, email, { name, wants: 'account' });
    ctx.request().session().flash('status', `We have sent a mail to ${email}. Open the link in it.`);
    return ctx.response().redirect(303, '/register');
  }

  async showFinish(ctx: Context): Promise<Response> {
    const token = ctx.request().route('token');
    const held = await facades.Account().tokens.find('register', token);
    if (held === null) return ctx.response().status(410).view('entrance/bad-link');
    return ctx.response().view('entrance/finish-registration', { token, email: held.data.email });
  }

  async finish(ctx: Context): Promise<Response> {
    const { password } = await ctx.request().validated(newPasswordForm);
    const held = await facades.Account().tokens.use('register', ctx.request().route('token'));
    if (held === null) return ctx.response().status(410).view('entrance/bad-link');
    const { name, email, link } = held.data;
    try {
      const user = await createUser(name || email, email, password);
      if (link !== null) await facades.Account().signIn.link(user.id, link);
      await logIn(ctx, user);
      return toIntended(ctx);
    } catch (error) {
      // Another link of this address was used in the meantime.
      if ((await uniqueViolation(error)) !== null) return ctx.response().status(410).view('entrance/bad-link');
      throw error;
    }
  }
}
