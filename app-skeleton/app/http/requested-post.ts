import { type Context, NotFoundError } from '@taproot/core';
import { facades } from '../facades.ts';
import type { Post } from '../posts/post.ts';

/** The post that the path names. There may be none: an error thrown anywhere answers the request with its status. */
export const requestedPost = async (ctx: Context): Promise<Post> => {
  const id = ctx.request().routeInt('id');
  const post = await facades.Posts().find(id);
  if (post === undefined) throw new NotFoundError(`There is no post ${ctx.request().route('id')}.`);
  return post;
};
