import { type Context, type Response, UnauthorizedError } from '@taproot/core';
import { facades } from '../../facades.ts';
import { createUser } from '../../users/create-user.ts';
import { LogIn } from '../requests/log-in.ts';
import { Register } from '../requests/register.ts';

/** Registering, logging in and out. Tokens are sent in the format of OAuth: `access_token`, `refresh_token`. */
export class AuthController {
  /** Registers a user, and logs in. */
  async register(ctx: Context): Promise<Response> {
    const { email, password } = await ctx.request().validated(Register);
    // Two requests may register the same address at once. The database accepts one; the other gets the message of the rule.
    const user = await ctx.request().unique({ email: 'users.email' }, () => createUser(email, password, ctx.locale()));
    return ctx.response().json(201, await facades.Auth(ctx).issue(user));
  }

  /** Logs in by e-mail and password. */
  async login(ctx: Context) {
    const { email, password } = await ctx.request().validated(LogIn);
    const tokens = await facades.Auth(ctx).attempt({ email, password });
    if (tokens === null) throw new UnauthorizedError('Wrong e-mail or password.');
    return tokens;
  }

  /** Gives new tokens. It takes the refresh token in place of the access token; each is good for one refresh. */
  async refresh(ctx: Context) {
    return facades.Auth(ctx).refresh();
  }

  /** Gives the user who sends the request. */
  async me(ctx: Context) {
    return { data: await facades.Auth(ctx).user() };
  }

  /** Logs out. */
  async logout(ctx: Context): Promise<Response> {
    await facades.Auth(ctx).logout();
    return ctx.response().noContent();
  }
}
