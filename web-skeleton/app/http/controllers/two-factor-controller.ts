import type { Context, Response } from '@taproot/core';
import { facades } from '../../facades.ts';
import { currentUser, endOtherSessions } from '../../users/log-in.ts';
import { codeForm } from '../requests/account-forms.ts';

/** Turning two-factor login on and off. */
export class TwoFactorController {
  async show(ctx: Context): Promise<Response> {
    const { id, email } = await currentUser(ctx);
    const { twoFactor } = facades.Account();
    if (await twoFactor.isOn(id)) return ctx.response().redirect(303, '/account');
    return ctx.response().view('account/two-factor', { setup: await twoFactor.begin(id, email) });
  }

  async turnOn(ctx: Context): Promise<Response> {
    const { code } = await ctx.request().validated(codeForm);
    const user = await currentUser(ctx);
    const codes = await facades.Account().twoFactor.confirm(user.id, code);
    if (codes !== null) {
      // They were logged in without it.
      await endOtherSessions(ctx, user);
      return ctx.response().view('account/recovery-codes', { codes });
    }
    ctx
      .request()
      .session()
      .withErrors({ code: ['This code is wrong. Look whether the clock of your phone is right.'] });
    return ctx.response().redirect(303, '/account/two-factor');
  }

  async turnOff(ctx: Context): Promise<Response> {
    await facades.Account().twoFactor.turnOff((await currentUser(ctx)).id);
    ctx.request().session().flash('status', 'Two-factor login is off.');
    return ctx.response().redirect(303, '/account');
  }

  async newCodes(ctx: Context): Promise<Response> {
    const { id } = await currentUser(ctx);
    const { twoFactor } = facades.Account();
    if (!(await twoFactor.isOn(id))) return ctx.response().redirect(303, '/account');
    return ctx.response().view('account/recovery-codes', { codes: await twoFactor.newRecoveryCodes(id) });
  }
}
