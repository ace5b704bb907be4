import { type Context, UnauthorizedError } from '@taproot/core';
import type { Router } from '@taproot/routing';
import { formRequest } from '@taproot/validation';
import { facades, middleware } from '../facades.ts';

class LoginForm extends formRequest({ email: 'required|email', password: 'required|string' }) {}

class ManageForm extends formRequest({ motto: 'required|string|max:30' }) {
  override authorize(ctx: Context) {
    return facades.Gate(ctx).allows('manage-shop');
  }
}

const currentUser = async (ctx: Context) => {
  const user = await facades.Auth(ctx).user();
  if (user === null) throw new UnauthorizedError('Log in first.');
  return user;
};

const publicUser = ({ id, email, role }: { id: number; email: string; role: 'admin' | 'member' }) => ({
  id,
  email,
  role,
});

export class AccountController {
  /** Logs in. Answers with both tokens. */
  async login(ctx: Context) {
    const { email, password } = await ctx.request().validated(LoginForm);
    const tokens = await facades.Auth(ctx).attempt({ email, password });
    if (tokens === null) throw new UnauthorizedError('Wrong e-mail or password.');
    return { token: tokens.access_token, refresh: tokens.refresh_token };
  }

  me(ctx: Context) {
    return currentUser(ctx).then(publicUser);
  }

  async maybe(ctx: Context) {
    const user = await facades.Auth(ctx).user();
    return { user: user && publicUser(user) };
  }

  async logout(ctx: Context) {
    await facades.Auth(ctx).logout();
    return ctx.response().noContent();
  }

  async edit(ctx: Context<'owner'>) {
    const owner = ctx.request().routeInt('owner');
    await facades.Gate(ctx).authorize('edit-note', { owner });
    return { owner, edited: true };
  }

  async vault(ctx: Context) {
    await facades.Gate(ctx).authorize('see-vault');
    return { gold: 3 };
  }

  async inspect(ctx: Context) {
    const decision = await facades.Gate(ctx).inspect('manage-shop');
    return { allowed: decision.allowed() };
  }

  async motto(ctx: Context) {
    const { motto } = await ctx.request().validated(ManageForm);
    return ctx.response().json(200, { motto });
  }

  async check(ctx: Context) {
    return { in: await facades.Auth(ctx).check() };
  }
}

export const accountRoutes = (route: Router): void => {
  const account = route.prefix('/account');
  account.post('/login', [AccountController, 'login']);
  account.get('/check', [AccountController, 'check']);
  account.post('/refresh', async (ctx) => {
    const { access_token } = await facades.Auth(ctx).refresh();
    return ctx.response().json(200, { token: access_token });
  });

  const inside = account.middleware(middleware.auth());
  inside.get('/me', [AccountController, 'me']);
  inside.post('/logout', [AccountController, 'logout']);
  inside.put('/notes/{owner}', [AccountController, 'edit']);
  inside.get('/vault', [AccountController, 'vault']);
  inside.get('/inspect', [AccountController, 'inspect']);
  inside.put('/motto', [AccountController, 'motto']);
  inside.middleware(middleware.can('manage-shop')).group((managers) => {
    managers.get('/sales', () => ({ sales: [1, 2, 3] }));
    managers.delete('/sales/{id}', (ctx) => ctx.response().noContent());
  });
  inside.get('/maybe', [AccountController, 'maybe']).middleware(middleware.auth({ optional: true }));
  inside.get('/open', () => ({ open: true })).withoutMiddleware(middleware.auth());
  account.get('/welcome', () => ({ welcome: 'guest' })).middleware(middleware.guest());
};
