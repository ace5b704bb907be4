import type { Context } from '@taproot/core';
import type { Router } from '@taproot/routing';
import * as articles from '../domain/articles.ts';
import type { Store } from '../domain/store.ts';
import type { Article, Viewer } from '../domain/types.ts';
import { viewArticle, viewSummary } from '../domain/views.ts';
import { map, ok, pipe } from '../lib/result.ts';
import { changes, draft, filters, page, withInput } from './input.ts';
import { reply, replyEmpty } from './replies.ts';
import { authed, visited } from './session.ts';

export const articleRoutes = (route: Router, store: Store): void => {
  const slugOf = (ctx: Context): string => ctx.request().route('slug');
  const viewPage =
    (viewer: Viewer) =>
    ({ rows, count }: { rows: readonly Article[]; count: number }) => ({
      articles: rows.map(viewSummary(store, viewer)),
      articlesCount: count,
    });
  const favoring = (wanted: boolean) =>
    authed(async (ctx, user) =>
      pipe(articles.setFavorite(store, user, slugOf(ctx), wanted), map(viewArticle(store, user)), reply(ctx, 200)),
    );

  route
    .get(
      '/articles',
      visited(
        withInput(filters, (_ctx, input, viewer: Viewer) =>
          pipe(articles.listArticles(store, input, input), viewPage(viewer)),
        ),
      ),
    )
    .name('articles.index');

  route
    .get(
      '/articles/feed',
      authed(async (ctx, user) => pipe(articles.feedOf(store, user, await page(ctx)), viewPage(user))),
    )
    .name('articles.feed');

  route
    .get(
      '/articles/{slug}',
      visited((ctx, viewer) =>
        pipe(articles.findArticle(store, slugOf(ctx)), map(viewArticle(store, viewer)), reply(ctx, 200)),
      ),
    )
    .name('articles.show');

  route
    .post(
      '/articles',
      authed(async (ctx, user) => {
        const { article } = await draft(ctx);
        return pipe(articles.publish(store, user, article), ok, map(viewArticle(store, user)), reply(ctx, 201));
      }),
    )
    .name('articles.store');

  route
    .put(
      '/articles/{slug}',
      authed(async (ctx, user) => {
        const { article } = await changes(ctx);
        return pipe(
          articles.rewrite(store, user, slugOf(ctx), article),
          map(viewArticle(store, user)),
          reply(ctx, 200),
        );
      }),
    )
    .name('articles.update');

  route
    .delete(
      '/articles/{slug}',
      authed(async (ctx, user) => pipe(articles.withdraw(store, user, slugOf(ctx)), replyEmpty(ctx))),
    )
    .name('articles.destroy');

  route.post('/articles/{slug}/favorite', favoring(true)).name('articles.favorite');
  route.delete('/articles/{slug}/favorite', favoring(false)).name('articles.unfavorite');
  route.get('/tags', () => ({ tags: articles.tagsOf(store) })).name('tags.index');
};
