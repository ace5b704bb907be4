import { type Context, NotFoundError, type ResourceController, UnauthorizedError } from '@taproot/core';
import { defineRules } from '@taproot/validation';

/** Something that was written. */
export interface Post {
  readonly id: number;
  readonly title: string;
  readonly state: 'draft' | 'public';
  readonly tags: readonly string[];
  readonly written: Date;
  /** What it answers. */
  readonly parent?: Post;
}

const posts = new Map<number, Post>();

const rules = defineRules({
  title: 'required|string|max:20',
  state: 'in:draft,public',
  'tags.*': 'string|max:10',
  'author.name': 'string|max:20',
});

const find = (id: number): Post => {
  const found = posts.get(id);
  if (found === undefined) throw new NotFoundError(`There is no post ${id}.`);
  return found;
};

export class PostController implements ResourceController {
  /** Lists posts. */
  index(ctx: Context) {
    const page = ctx.request().queryInt('page', 1);
    const tags = ctx.request().queryArray('tag');
    const drafts = ctx.request().queryBool('drafts');
    const data = [...posts.values()].filter((post) => tags.length === 0 || tags.some((tag) => post.tags.includes(tag)));
    return { page, drafts, data };
  }

  show(ctx: Context) {
    return find(ctx.request().routeInt('id'));
  }

  async store(ctx: Context) {
    if (ctx.request().bearerToken() === 'wrong') throw new UnauthorizedError('Wrong token.');
    const { title, state = 'draft', tags = [] } = await ctx.request().validated(rules);
    const post: Post = { id: posts.size + 1, title, state, tags, written: new Date(Date.UTC(2026, 0, posts.size + 1)) };
    posts.set(post.id, post);
    return ctx.response().json(201, post);
  }

  destroy(ctx: Context) {
    const { id } = find(ctx.request().routeInt('id'));
    posts.delete(id);
    return ctx.response().noContent();
  }
}
