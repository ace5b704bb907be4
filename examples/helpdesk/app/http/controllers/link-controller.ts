import type { Context, Response } from '@taproot/core';
import { facades } from '../../facades.ts';
import { sendReset } from '../../jobs/send-reset.ts';
import { confirmAddress } from '../../mails/confirm-address.ts';
import { changePassword } from '../../users/change-password.ts';
import { requireUser } from '../../users/require-user.ts';
import { ForgotPassword, NewPassword } from '../requests/accounts.ts';

/** The pages behind links in mails. A page only shows a button, because programs that look for dangerous links open them, too. */
export class LinkController {
  showForgot(ctx: Context) {
    return ctx.response().view('account/forgot');
  }

  async forgot(ctx: Context): Promise<Response> {
    const { email } = await ctx.request().validated(ForgotPassword);
    await facades.Queue().dispatch(sendReset, { email, page: facades.Account().link(ctx, '/reset-password') });
    return this.#told(ctx, 'sent', '/forgot-password');
  }

  async showReset(ctx: Context<'token'>) {
    const token = ctx.request().route('token');
    const held = await facades.Account().tokens.find('reset-password', token);
    return held === null ? badLink(ctx) : ctx.response().view('account/reset', { token });
  }

  async reset(ctx: Context<'token'>): Promise<Response> {
    const { password } = await ctx.request().validated(NewPassword);
    const held = await facades.Account().tokens.use('reset-password', ctx.request().route('token'));
    if (held === null) return badLink(ctx);
    await changePassword(ctx, Number(held.subject), password);
    ctx.request().session().invalidate();
    return this.#told(ctx, 'changed', '/login');
  }

  async showConfirm(ctx: Context<'token'>) {
    const token = ctx.request().route('token');
    const held = await facades.Account().tokens.find('confirm-address', token);
    return held === null ? badLink(ctx) : ctx.response().view('account/confirm', { token });
  }

  async confirm(ctx: Context<'token'>): Promise<Response> {
    const held = await facades.Account().tokens.use('confirm-address', ctx.request().route('token'));
    if (held === null) return badLink(ctx);
    const users = facades.DB().updateTable('users').set({ confirmed_at: new Date() });
    await users.where('id', '=', Number(held.subject)).execute();
    return this.#told(ctx, 'confirmed', '/');
  }

  async sendConfirm(ctx: Context): Promise<Response> {
    await facades.Mail().send(await confirmAddress(ctx, await requireUser(ctx)));
    return this.#told(ctx, 'sent', '/');
  }

  #told(ctx: Context, what: 'sent' | 'changed' | 'confirmed', path: string): Response {
    ctx
      .request()
      .session()
      .flash('status', facades.Lang(ctx).get(`account.${what}`));
    return ctx.response().redirect(303, path);
  }
}

const badLink = (ctx: Context): Promise<Response> => ctx.response().status(410).view('account/bad-link');
