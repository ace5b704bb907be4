import { type Context, type Response, UnauthorizedError } from '@taproot/core';
import { facades } from '../../facades.ts';
import { confirmAddress } from '../../mails/confirm-address.ts';
import { openOrganisation } from '../../organisations/open-organisation.ts';
import { createUser } from '../../users/create-user.ts';
import { LogIn, OpenOrganisation, Register } from '../requests/accounts.ts';

/** Organisations and their users. Programs send the token as `Authorization: Bearer`. */
export class AccountController {
  /** Opens an organisation; the sender is its administrator. */
  async open(ctx: Context): Promise<Response> {
    const { organisation, slug, ...admin } = await ctx.request().validated(OpenOrganisation);
    const user = await ctx
      .request()
      .unique({ slug: 'organisations.slug', email: 'users.email' }, () =>
        openOrganisation({ name: organisation, slug }, { ...admin, locale: ctx.locale() }),
      );
    await facades.Mail().send(await confirmAddress(ctx, user));
    return ctx.response().json(201, await facades.Auth(ctx).issue(user));
  }

  /** Registers a customer of an organisation. */
  async register(ctx: Context): Promise<Response> {
    const { organisation, ...rest } = await ctx.request().validated(Register);
    const { id } = await facades
      .DB()
      .selectFrom('organisations')
      .select('id')
      .where('slug', '=', organisation)
      .executeTakeFirstOrThrow();
    const customer = { ...rest, organisation_id: id, role: 'customer', locale: ctx.locale() } as const;
    const user = await ctx.request().unique({ email: 'users.email' }, () => createUser(customer));
    await facades.Mail().send(await confirmAddress(ctx, user));
    return ctx.response().json(201, await facades.Auth(ctx).issue(user));
  }

  /** Gives a token for an e-mail and a password. */
  async login(ctx: Context) {
    const { email, password } = await ctx.request().validated(LogIn);
    const tokens = await facades.Auth(ctx).attempt({ email, password });
    if (tokens === null) throw new UnauthorizedError('Wrong e-mail or password.');
    return tokens;
  }

  /** Gives the user who sends the request. */
  async me(ctx: Context) {
    return { data: await facades.Auth(ctx).user() };
  }

  /** Ends the token of the request. */
  async logout(ctx: Context): Promise<Response> {
    await facades.Auth(ctx).logout();
    return ctx.response().noContent();
  }
}
