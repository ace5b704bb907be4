import type { ProfileDto } from '../profiles/profiles.service.ts';

export interface Article {
  readonly id: number;
  readonly slug: string;
  readonly title: string;
  readonly description: string;
  readonly body: string;
  readonly tagList: readonly string[];
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly authorId: number;
  readonly favoritedBy: ReadonlySet<number>;
}

export interface ArticleDto {
  readonly slug: string;
  readonly title: string;
  readonly description: string;
  readonly body: string;
  readonly tagList: readonly string[];
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly favorited: boolean;
  readonly favoritesCount: number;
  readonly author: ProfileDto;
}

/** An article in a list. */
export type ArticleSummaryDto = Omit<ArticleDto, 'body'>;

export interface ArticlePage {
  readonly articles: ArticleSummaryDto[];
  readonly articlesCount: number;
}

export interface CreateArticleCommand {
  readonly title: string;
  readonly description: string;
  readonly body: string;
  readonly tagList?: readonly string[];
}

export type UpdateArticleCommand = Partial<CreateArticleCommand>;

export interface ArticleQuery {
  readonly tag?: string;
  readonly author?: string;
  readonly favorited?: string;
}

export interface PageQuery {
  readonly limit: number;
  readonly offset: number;
}
