import { type Context, NotFoundError } from '@taproot/core';
import { findArticle } from '../models/articles.ts';

/** The article that the path names. */
export const requestedArticle = async (ctx: Context<'slug'>) => {
  const article = await findArticle(ctx.request().route('slug'));
  if (article === undefined) throw new NotFoundError('article');
  return article;
};
