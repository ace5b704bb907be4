import type { Context, ResourceController, Response } from '@taproot/core';
import { facades } from '../../facades.ts';
import { requestedPost } from '../requested-post.ts';
import { StorePost } from '../requests/store-post.ts';

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

  /** What is not valid never gets past `validated()`: it is answered 422, in the language of the request. */
  async store(ctx: Context): Promise<Response> {
    const { title, body } = await ctx.request().validated(StorePost);
    const post = facades.Posts().create({ title, body });
    const location = facades.Route().url('posts.show', { id: post.id });
    return ctx.response().header('Location', location).json(201, { data: post });
  }

  /** PUT and PATCH alike: what the request leaves out stays as it is. The compiler knows what `changes` holds. */
  async update(ctx: Context): Promise<Response> {
    const post = requestedPost(ctx);
    const changes = await ctx
      .request()
      .validated({ title: 'filled|string|max:120', body: 'string|max:10000' }, { filters: { title: 'trim' } });
    return ctx
      .response()
      .success()
      .json({ data: facades.Posts().update(post, changes) });
  }

  destroy(ctx: Context): Response {
    facades.Posts().remove(requestedPost(ctx));
    return ctx.response().noContent();
  }
}
