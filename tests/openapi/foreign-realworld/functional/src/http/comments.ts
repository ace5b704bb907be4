import type { Router } from '@taproot/routing';
import { comment, commentsOn, uncomment } from '../domain/articles.ts';
import type { Store } from '../domain/store.ts';
import type { Comment, Viewer } from '../domain/types.ts';
import { viewComment } from '../domain/views.ts';
import { chain, map, pipe } from '../lib/result.ts';
import { remark } from './input.ts';
import { reply, replyEmpty } from './replies.ts';
import { authed, visited } from './session.ts';

export const commentRoutes = (route: Router, store: Store): void => {
  const view = (viewer: Viewer) => (one: Comment) => ({ comment: viewComment(store, viewer)(one) });
  const viewAll = (viewer: Viewer) => (all: readonly Comment[]) => ({ comments: all.map(viewComment(store, viewer)) });

  route
    .get(
      '/articles/{slug}/comments',
      visited((ctx, viewer) =>
        pipe(commentsOn(store, ctx.request().route('slug')), map(viewAll(viewer)), reply(ctx, 200)),
      ),
    )
    .name('comments.index');

  route
    .post(
      '/articles/{slug}/comments',
      authed(async (ctx, user) =>
        pipe(
          await remark(ctx),
          chain((sent) => comment(store, user, ctx.request().route('slug'), sent.comment.body)),
          map(view(user)),
          reply(ctx, 201),
        ),
      ),
    )
    .name('comments.store');

  route
    .delete(
      '/articles/{slug}/comments/{id}',
      authed(async (ctx, user) =>
        pipe(uncomment(store, user, ctx.request().route('slug'), ctx.request().routeInt('id')), replyEmpty(ctx)),
      ),
    )
    .name('comments.destroy');
};
