import type { Context } from '@taproot/core';
import type { Router } from '@taproot/routing';
import type { Store } from '../domain/store.ts';
import type { User, Viewer } from '../domain/types.ts';
import { findProfile, setFollowing } from '../domain/users.ts';
import { viewProfile } from '../domain/views.ts';
import { map, pipe } from '../lib/result.ts';
import { reply } from './replies.ts';
import { authed, visited } from './session.ts';

export const profileRoutes = (route: Router, store: Store): void => {
  const view = (viewer: Viewer) => (user: User) => ({ profile: viewProfile(store, viewer)(user) });
  const named = (ctx: Context): string => ctx.request().route('username');
  const following = (wanted: boolean) =>
    authed(async (ctx, user) => pipe(setFollowing(store, user, named(ctx), wanted), map(view(user)), reply(ctx, 200)));

  route
    .get(
      '/profiles/{username}',
      visited((ctx, viewer) => pipe(findProfile(store, named(ctx)), map(view(viewer)), reply(ctx, 200))),
    )
    .name('profiles.show');
  route.post('/profiles/{username}/follow', following(true)).name('profiles.follow');
  route.delete('/profiles/{username}/follow', following(false)).name('profiles.unfollow');
};
