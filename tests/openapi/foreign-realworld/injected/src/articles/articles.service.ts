import { ArticleNotFoundException, NotAuthorException } from '../common/exceptions.ts';
import type { FollowsRepository } from '../profiles/follows.repository.ts';
import type { ProfilesService } from '../profiles/profiles.service.ts';
import type { UsersRepository } from '../users/users.repository.ts';
import type {
  Article,
  ArticleDto,
  ArticlePage,
  ArticleQuery,
  ArticleSummaryDto,
  CreateArticleCommand,
  PageQuery,
  UpdateArticleCommand,
} from './article.entity.ts';
import type { ArticlesRepository } from './articles.repository.ts';

export interface ArticlesService {
  list(query: ArticleQuery, page: PageQuery, viewer: number | null): Promise<ArticlePage>;
  feed(page: PageQuery, viewer: number): Promise<ArticlePage>;
  find(slug: string, viewer: number | null): Promise<ArticleDto>;
  create(command: CreateArticleCommand, author: number): Promise<ArticleDto>;
  update(slug: string, command: UpdateArticleCommand, user: number): Promise<ArticleDto>;
  remove(slug: string, user: number): Promise<void>;
  favorite(slug: string, user: number): Promise<ArticleDto>;
  unfavorite(slug: string, user: number): Promise<ArticleDto>;
  tags(): Promise<string[]>;
  bySlug(slug: string): Promise<Article>;
}

export class DefaultArticlesService implements ArticlesService {
  constructor(
    private readonly articles: ArticlesRepository,
    private readonly users: UsersRepository,
    private readonly follows: FollowsRepository,
    private readonly profiles: ProfilesService,
  ) {}

  async list({ tag, author, favorited }: ArticleQuery, page: PageQuery, viewer: number | null): Promise<ArticlePage> {
    const writer = author === undefined ? undefined : await this.users.findByUsername(author);
    const fan = favorited === undefined ? undefined : await this.users.findByUsername(favorited);
    const found = await this.articles.findAll(
      (article) =>
        (tag === undefined || article.tagList.includes(tag)) &&
        (writer === undefined || article.authorId === writer?.id) &&
        (fan === undefined || (fan !== null && article.favoritedBy.has(fan.id))),
    );
    return this.toPage(found, page, viewer);
  }

  async feed(page: PageQuery, viewer: number): Promise<ArticlePage> {
    const followed = await this.follows.followedBy(viewer);
    return this.toPage(await this.articles.findAll(({ authorId }) => followed.has(authorId)), page, viewer);
  }

  async find(slug: string, viewer: number | null): Promise<ArticleDto> {
    return this.toDto(await this.bySlug(slug), viewer);
  }

  async create({ tagList = [], ...command }: CreateArticleCommand, authorId: number): Promise<ArticleDto> {
    const now = new Date();
    const slug = await this.articles.freeSlug(command.title);
    const favoritedBy = new Set<number>();
    const dates = { createdAt: now, updatedAt: now };
    return this.toDto(
      await this.articles.create({ ...command, ...dates, tagList, slug, authorId, favoritedBy }),
      authorId,
    );
  }

  async update(slug: string, command: UpdateArticleCommand, user: number): Promise<ArticleDto> {
    const article = await this.ownedBy(user, slug);
    const renamed = command.title !== undefined && command.title !== article.title;
    const saved = await this.articles.save({
      ...article,
      ...command,
      slug: renamed ? await this.articles.freeSlug(command.title) : slug,
      updatedAt: new Date(Math.max(Date.now(), article.updatedAt.getTime() + 1)),
    });
    return this.toDto(saved, user);
  }

  async remove(slug: string, user: number): Promise<void> {
    await this.articles.delete(await this.ownedBy(user, slug));
  }

  async favorite(slug: string, user: number): Promise<ArticleDto> {
    const article = await this.bySlug(slug);
    const favoritedBy = new Set([...article.favoritedBy, user]);
    return this.toDto(await this.articles.save({ ...article, favoritedBy }), user);
  }

  async unfavorite(slug: string, user: number): Promise<ArticleDto> {
    const article = await this.bySlug(slug);
    const favoritedBy = new Set([...article.favoritedBy].filter((fan) => fan !== user));
    return this.toDto(await this.articles.save({ ...article, favoritedBy }), user);
  }

  async tags(): Promise<string[]> {
    const articles = await this.articles.findAll();
    return [...new Set(articles.flatMap(({ tagList }) => tagList))].toSorted();
  }

  async bySlug(slug: string): Promise<Article> {
    const article = await this.articles.findBySlug(slug);
    if (article === null) throw new ArticleNotFoundException();
    return article;
  }

  private async ownedBy(user: number, slug: string): Promise<Article> {
    const article = await this.bySlug(slug);
    if (article.authorId !== user) throw new NotAuthorException('article');
    return article;
  }

  private async toPage(found: readonly Article[], page: PageQuery, viewer: number | null): Promise<ArticlePage> {
    const shown = found.toReversed().slice(page.offset, page.offset + page.limit);
    const articles = await Promise.all(shown.map((article) => this.toSummary(article, viewer)));
    return { articles, articlesCount: found.length };
  }

  private async toSummary(article: Article, viewer: number | null): Promise<ArticleSummaryDto> {
    const { body: _, ...summary } = await this.toDto(article, viewer);
    return summary;
  }

  private async toDto(article: Article, viewer: number | null): Promise<ArticleDto> {
    const { slug, title, description, body, tagList, createdAt, updatedAt, favoritedBy } = article;
    const favorited = viewer !== null && favoritedBy.has(viewer);
    const author = await this.profiles.profileOf(article.authorId, viewer);
    const favoritesCount = favoritedBy.size;
    return { slug, title, description, body, tagList, createdAt, updatedAt, favorited, favoritesCount, author };
  }
}
