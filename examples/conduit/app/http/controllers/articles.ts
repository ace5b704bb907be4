import { type Context, NotFoundError } from '@taproot/core';
import { facades } from '../../facades.ts';
import * as model from '../../models/articles.ts';
import { readerOf } from '../reader.ts';
import { requestedArticle } from '../requested-article.ts';
import { ListArticles } from '../requests/list-articles.ts';
import { PublishArticle } from '../requests/publish-article.ts';
import { UpdateArticle } from '../requests/update-article.ts';

type BySlug = Context<'slug'>;

const show = async (ctx: Context, id: number) => {
  const article = await model.readArticle(await readerOf(ctx), id);
  if (article === undefined) throw new NotFoundError('article');
  return { article };
};

const list = async (ctx: Context, only: model.ArticleFilter) => {
  const { limit, offset, ...filter } = await ctx.request().validated(ListArticles);
  const page = { limit: Math.min(limit, 100), offset };
  return model.listArticles(await readerOf(ctx), { ...only, ...filter }, page);
};

export const articles = {
  index: (ctx: Context) => list(ctx, {}),
  feed: async (ctx: Context) => list(ctx, { follower: await readerOf(ctx) }),

  show: async (ctx: BySlug) => {
    const { id } = await requestedArticle(ctx);
    return show(ctx, id);
  },

  store: async (ctx: Context) => {
    const { article } = await ctx.request().validated(PublishArticle);
    const id = await model.createArticle(article, await readerOf(ctx));
    return ctx.response().json(201, await show(ctx, id));
  },

  update: async (ctx: BySlug) => {
    const key = await requestedArticle(ctx);
    await facades.Gate(ctx).authorize('article.change', key);
    const { article } = await ctx.request().validated(UpdateArticle);
    await model.updateArticle(key, article);
    return show(ctx, key.id);
  },

  destroy: async (ctx: BySlug) => {
    const key = await requestedArticle(ctx);
    await facades.Gate(ctx).authorize('article.change', key);
    await model.deleteArticle(key.id);
    return ctx.response().noContent();
  },

  favorite: async (ctx: BySlug) => {
    const { id } = await requestedArticle(ctx);
    await model.favorite(await readerOf(ctx), id);
    return show(ctx, id);
  },

  unfavorite: async (ctx: BySlug) => {
    const { id } = await requestedArticle(ctx);
    await model.unfavorite(await readerOf(ctx), id);
    return show(ctx, id);
  },
};
