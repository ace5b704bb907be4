import { consoleKernel } from '@taproot/console';
import { type SetupOptions, setup } from '@taproot/core';
import { openapi } from '@taproot/openapi';
import { routing } from '@taproot/routing';
import { validation } from '@taproot/validation';
import { createStore } from '../src/domain/store.ts';
import { articleRoutes } from '../src/http/articles.ts';
import { commentRoutes } from '../src/http/comments.ts';
import { sameErrors } from '../src/http/errors.ts';
import { profileRoutes } from '../src/http/profiles.ts';
import { session } from '../src/http/session.ts';
import { userRoutes } from '../src/http/users.ts';

export const boot = (options: SetupOptions = {}) => {
  const store = createStore();
  return setup(null, { basePath: import.meta.url, ...options })
    .withPlugins([
      consoleKernel(),
      routing(),
      validation(),
      openapi({ client: null, title: 'RealWorld, functional' }),
      sameErrors(),
    ])
    .withRouting((route) => {
      const api = route.prefix('/api').middleware(session(store));
      for (const routes of [userRoutes, profileRoutes, articleRoutes, commentRoutes]) routes(api, store);
    })
    .create();
};
