import type { Context, ResourceController, Response } from '@taproot/core';
import { facades } from '../../facades.ts';
import { authorOf } from '../author-of.ts';
import { requestedPost } from '../requested-post.ts';
import { StorePost } from '../requests/store-post.ts';

/** The posts API: the five actions of `route.resource('/posts', PostController)`. */
export class PostController implements ResourceController {
  /** Lists the posts. A handler may return data: it is sent as JSON, with status 200. */
  async index() {
    return { data: await facades.Posts().all() };
  }

  /** Gives one post. */
  async show(ctx: Context) {
    return { data: await requestedPost(ctx) };
  }

  /** Publishes a post. Input that is not valid never gets past `validated()`: the answer is 422, in the language of the request. */
  async store(ctx: Context): Promise<Response> {
    const { title, body, slug } = await ctx.request().validated(StorePost);
    const author = await authorOf(ctx);
    const create = () => facades.Posts().create({ title, body, slug }, author);
    // Another request may take the slug between the rule and the insert. This request then gets the message of the rule.
    const post = await ctx.request().unique({ slug: 'posts.slug' }, create);
    const location = facades.Route().url('posts.show', { id: post.id });
    return ctx.response().header('Location', location).json(201, { data: post });
  }

  /** Changes a post. Fields that the request leaves out stay as they are. */
  async update(ctx: Context) {
    const post = await requestedPost(ctx);
    await facades.Gate(ctx).authorize('post.change', post);
    const changes = await ctx
      .request()
      .validated({ title: 'filled|string|max:120', body: 'string|max:10000' }, { filters: { title: 'trim' } });
    return { data: await facades.Posts().update(post, changes) };
  }

  /** Removes a post. */
  async destroy(ctx: Context): Promise<Response> {
    const post = await requestedPost(ctx);
    await facades.Gate(ctx).authorize('post.change', post);
    await facades.Posts().remove(post);
    return ctx.response().noContent();
  }
}
