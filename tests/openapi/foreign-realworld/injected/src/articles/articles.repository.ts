import { InMemoryRepository, type Repository } from '../common/repository.ts';
import type { Article } from './article.entity.ts';

export interface ArticlesRepository extends Repository<Article> {
  findBySlug(slug: string): Promise<Article | null>;
  freeSlug(title: string): Promise<string>;
}

export class InMemoryArticlesRepository extends InMemoryRepository<Article> implements ArticlesRepository {
  protected override make(id: number, article: Omit<Article, 'id'>): Article {
    return { ...article, id };
  }

  findBySlug(slug: string): Promise<Article | null> {
    return this.findOne((article) => article.slug === slug);
  }

  /** The title as a slug, with a number where it is taken. */
  async freeSlug(title: string): Promise<string> {
    const slug =
      title
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
        .replaceAll(/^-|-$/g, '') || 'article';
    for (let tries = 1; ; tries++) {
      const candidate = tries === 1 ? slug : `${slug}-${tries}`;
      if ((await this.findBySlug(candidate)) === null) return candidate;
    }
  }
}
