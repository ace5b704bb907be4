import type { Context, ResourceController, Response } from '@taproot/core';
import { facades } from '../../facades.ts';
import { invalidInput } from '../invalid-input.ts';
import { requestedPost } from '../requested-post.ts';

/** The posts API: the five actions of `route.resource('/posts', new PostController())`. */
export class PostController implements ResourceController {
  index(ctx: Context): Response {
    const posts = facades.Posts().all();
    return ctx.response().success().json({ data: posts });
  }

  show(ctx: Context): Response {
    const post = requestedPost(ctx);
    return ctx.response().success().json({ data: post });
  }

  store(ctx: Context): Response {
    const title = requiredText(ctx, 'title');
    const post = facades.Posts().create({ title, body: ctx.request().input('body') });
    const location = facades.Route().url('posts.show', { id: post.id });
    return ctx.response().header('Location', location).json(201, { data: post });
  }

  /** PUT and PATCH alike: what the request leaves out stays as it is. */
  update(ctx: Context): Response {
    const post = requestedPost(ctx);
    const title = ctx.request().has('title') ? requiredText(ctx, 'title') : post.title;
    const updated = facades.Posts().update(post, { title, body: ctx.request().input('body', post.body) });
    return ctx.response().success().json({ data: updated });
  }

  destroy(ctx: Context): Response {
    facades.Posts().remove(requestedPost(ctx));
    return ctx.response().noContent();
  }
}

const requiredText = (ctx: Context, field: string): string => {
  const text = ctx.request().input(field).trim();
  if (text === '') throw invalidInput(field, 'is required');
  return text;
};
