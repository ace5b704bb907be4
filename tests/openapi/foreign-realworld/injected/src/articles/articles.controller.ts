import type { Context } from '@taproot/core';
import { BaseController } from '../common/base.controller.ts';
import type { ArticleDto } from './article.entity.ts';
import { CreateArticleRequest, ListArticlesRequest, PageRequest, UpdateArticleRequest } from './articles.requests.ts';
import type { ArticlesService } from './articles.service.ts';

export class ArticlesController extends BaseController<'article', ArticleDto> {
  protected override readonly key = 'article';

  constructor(private readonly articles: ArticlesService) {
    super();
  }

  async index(ctx: Context) {
    const { limit, offset, ...query } = await ctx.request().validated(ListArticlesRequest);
    return this.articles.list(query, { limit, offset }, await this.viewer(ctx));
  }

  async feed(ctx: Context) {
    const { id } = await this.currentUser(ctx);
    return this.articles.feed(await ctx.request().validated(PageRequest), id);
  }

  async show(ctx: Context<'slug'>) {
    return this.ok(ctx, await this.articles.find(this.slug(ctx), await this.viewer(ctx)));
  }

  async store(ctx: Context) {
    const { id } = await this.currentUser(ctx);
    const { article } = await ctx.request().validated(CreateArticleRequest);
    return this.created(ctx, await this.articles.create(article, id));
  }

  async update(ctx: Context<'slug'>) {
    const { id } = await this.currentUser(ctx);
    const { article } = await ctx.request().validated(UpdateArticleRequest);
    return this.ok(ctx, await this.articles.update(this.slug(ctx), article, id));
  }

  async destroy(ctx: Context<'slug'>) {
    const { id } = await this.currentUser(ctx);
    await this.articles.remove(this.slug(ctx), id);
    return this.noContent(ctx);
  }

  async favorite(ctx: Context<'slug'>) {
    const { id } = await this.currentUser(ctx);
    return this.ok(ctx, await this.articles.favorite(this.slug(ctx), id));
  }

  async unfavorite(ctx: Context<'slug'>) {
    const { id } = await this.currentUser(ctx);
    return this.ok(ctx, await this.articles.unfavorite(this.slug(ctx), id));
  }

  async tags() {
    return { tags: await this.articles.tags() };
  }

  private slug(ctx: Context<'slug'>): string {
    return ctx.request().route('slug');
  }
}
