import type { Router } from '@taproot/routing';
import type { Store } from '../domain/store.ts';
import { changeUser, login, register } from '../domain/users.ts';
import { viewUser } from '../domain/views.ts';
import { map, ok, pipe } from '../lib/result.ts';
import { Login, registration, userChanges, withForm, withInput } from './input.ts';
import { reply } from './replies.ts';
import { authed } from './session.ts';

export const userRoutes = (route: Router, store: Store): void => {
  route
    .post(
      '/users',
      withInput(registration, (ctx, { user }) => pipe(register(store, user), map(viewUser), reply(ctx, 201))),
    )
    .name('users.register');

  route
    .post(
      '/users/login',
      withForm(Login, (ctx, { user }) => pipe(login(store, user), map(viewUser), reply(ctx, 200))),
    )
    .name('users.login');

  route
    .get(
      '/user',
      authed(async (ctx, user) => pipe(ok(user), map(viewUser), reply(ctx, 200))),
    )
    .name('user.show');

  route
    .put(
      '/user',
      authed(async (ctx, user) => {
        const { user: wanted } = await userChanges(ctx);
        return pipe(changeUser(store, user, wanted), map(viewUser), reply(ctx, 200));
      }),
    )
    .name('user.update');
};
