import {
  type Context,
  NotFoundError,
  type ResourceController,
  type Response,
  UnprocessableContentError,
} from '@taproot/core';
import type { Post } from '../../posts/post.ts';
import { posts } from '../../posts/post-store.ts';

/** The posts API: the five actions of `facades.Route().resource('/posts', ...)`. */
export class PostController implements ResourceController {
  index(ctx: Context): Response {
    return ctx.response().success().json({ data: posts.all() });
  }

  show(ctx: Context): Response {
    return ctx
      .response()
      .success()
      .json({ data: requestedPost(ctx) });
  }

  store(ctx: Context): Response {
    const post = posts.create({ title: requiredText(ctx, 'title'), body: ctx.request().input('body') });
    return ctx.response().json(201, { data: post });
  }

  update(ctx: Context): Response {
    const post = requestedPost(ctx);
    const title = ctx.request().has('title') ? requiredText(ctx, 'title') : post.title;
    const updated = posts.update(post, { title, body: ctx.request().input('body', post.body) });
    return ctx.response().success().json({ data: updated });
  }

  destroy(ctx: Context): Response {
    posts.remove(requestedPost(ctx));
    return ctx.response().noContent();
  }
}

/** The post that the path names; a thrown error answers the request with its status. */
export const requestedPost = (ctx: Context): Post => {
  const id = ctx.request().routeInt('id');
  const post = posts.find(id);
  if (post === undefined) throw new NotFoundError(`There is no post ${id}.`);
  return post;
};

const requiredText = (ctx: Context, field: string): string => {
  const text = ctx.request().input(field).trim();
  if (text === '')
    throw new UnprocessableContentError('The data is not valid.', {
      details: { errors: { [field]: ['is required'] } },
    });
  return text;
};
