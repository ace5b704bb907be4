import { type Context, NotFoundError } from '@taproot/core';
import { facades } from '../../facades.ts';
import { createComment, deleteComment, findComment, readComments } from '../../models/comments.ts';
import { readerOf } from '../reader.ts';
import { requestedArticle } from '../requested-article.ts';
import { WriteComment } from '../requests/write-comment.ts';

export const comments = {
  index: async (ctx: Context<'slug'>) => {
    const article = await requestedArticle(ctx);
    return { comments: await readComments(await readerOf(ctx), article.id) };
  },

  store: async (ctx: Context<'slug'>) => {
    const article = await requestedArticle(ctx);
    const { comment } = await ctx.request().validated(WriteComment);
    const id = await createComment(article.id, await readerOf(ctx), comment.body);
    const [written] = await readComments(await readerOf(ctx), article.id, id);
    if (written === undefined) throw new NotFoundError('comment');
    return ctx.response().json(201, { comment: written });
  },

  destroy: async (ctx: Context<'slug' | 'id'>) => {
    const article = await requestedArticle(ctx);
    const comment = await findComment(article.id, ctx.request().routeInt('id'));
    if (comment === undefined) throw new NotFoundError('comment');
    await facades.Gate(ctx).authorize('comment.remove', comment);
    await deleteComment(comment.id);
    return ctx.response().noContent();
  },
};
