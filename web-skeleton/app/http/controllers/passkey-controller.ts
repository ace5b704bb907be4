import type { Context, Response } from '@taproot/core';
import { facades } from '../../facades.ts';
import { currentUser, logIn, toIntended } from '../../users/log-in.ts';
import { findUser } from '../../users/users.ts';

const refused = (ctx: Context): Response => ctx.response().json(422, { message: 'This passkey was not accepted.' });

/** Passkeys. `assets/scripts/passkeys.ts` calls these. */
export class PasskeyController {
  async creationOptions(ctx: Context): Promise<Response> {
    const { id, email } = await currentUser(ctx);
    const { options, challenge } = await facades.Account().passkeys.beginCreation(ctx, { id, name: email });
    ctx.request().session().put('passkeyChallenge', challenge);
    return ctx.response().json(200, options);
  }

  async create(ctx: Context): Promise<Response> {
    const { passkey, name } = Object(await ctx.request().body()) as { passkey?: unknown; name?: unknown };
    const { id } = await currentUser(ctx);
    const made = await facades.Account().passkeys.create(ctx, {
      user: id,
      name: typeof name === 'string' && name.trim() !== '' ? name.trim().slice(0, 80) : 'Passkey',
      response: passkey,
      challenge: ctx.request().session().pull('passkeyChallenge') ?? '',
    });
    if (made === null) return refused(ctx);
    ctx.request().session().flash('status', 'The passkey is added.');
    return ctx.response().json(200, { location: '/account' });
  }

  async remove(ctx: Context): Promise<Response> {
    await ctx.request().body();
    await facades.Account().passkeys.remove((await currentUser(ctx)).id, ctx.request().input('id'));
    ctx.request().session().flash('status', 'The passkey is removed.');
    return ctx.response().redirect(303, '/account');
  }

  async loginOptions(ctx: Context): Promise<Response> {
    const { options, challenge } = await facades.Account().passkeys.beginLogin(ctx);
    ctx.request().session().put('passkeyChallenge', challenge);
    return ctx.response().json(200, options);
  }

  /** A passkey is both factors, so no code is asked for. */
  async login(ctx: Context): Promise<Response> {
    const challenge = ctx.request().session().pull('passkeyChallenge') ?? '';
    const response: unknown = Object(await ctx.request().body())['passkey'];
    const id = await facades.Account().passkeys.login(ctx, { response, challenge });
    const user = id === null ? undefined : await findUser({ id: Number(id) });
    if (user === undefined) return refused(ctx);
    await logIn(ctx, user);
    return ctx.response().json(200, { location: toIntended(ctx).header('location') });
  }
}
