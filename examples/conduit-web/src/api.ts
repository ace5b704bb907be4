import { bearer, createClient, type DataOf } from '@taproot/client';
import { type Routes, routes } from '../../conduit/api/routes.js';
import { session } from './session.ts';

/** Every route of Conduit, by its name. */
export const api = createClient({
  routes,
  use: bearer({
    scheme: 'Token',
    token: session.token,
    // The token has expired or was withdrawn. Conduit cannot refresh it, so the user must log in again.
    async refresh() {
      session.end();
      return null;
    },
  }),
});

/** The data of a successful call of this route. */
type Data<Route extends keyof Routes> = DataOf<Routes[Route]['result']>;

export type ArticleSummary = Data<'articles.index'>['articles'][number];
export type Article = Data<'articles.show'>['article'];
export type Comment = Data<'comments.index'>['comments'][number];
export type Profile = Data<'profiles.show'>['profile'];
export type User = Data<'users.show'>['user'];
