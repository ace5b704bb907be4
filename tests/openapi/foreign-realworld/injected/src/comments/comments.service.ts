import type { ArticlesService } from '../articles/articles.service.ts';
import { CommentNotFoundException, NotAuthorException } from '../common/exceptions.ts';
import type { ProfileDto, ProfilesService } from '../profiles/profiles.service.ts';
import type { Comment, CommentsRepository } from './comments.repository.ts';

export interface CommentDto {
  readonly id: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly body: string;
  readonly author: ProfileDto;
}

export interface CommentsService {
  list(slug: string, viewer: number | null): Promise<CommentDto[]>;
  add(slug: string, body: string, author: number): Promise<CommentDto>;
  remove(slug: string, id: number, user: number): Promise<void>;
}

export class DefaultCommentsService implements CommentsService {
  constructor(
    private readonly comments: CommentsRepository,
    private readonly articles: ArticlesService,
    private readonly profiles: ProfilesService,
  ) {}

  async list(slug: string, viewer: number | null): Promise<CommentDto[]> {
    const article = await this.articles.bySlug(slug);
    const found = await this.comments.findAll(({ articleId }) => articleId === article.id);
    return Promise.all(found.map((comment) => this.toDto(comment, viewer)));
  }

  async add(slug: string, body: string, authorId: number): Promise<CommentDto> {
    const { id: articleId } = await this.articles.bySlug(slug);
    const now = new Date();
    const comment = await this.comments.create({ articleId, authorId, body, createdAt: now, updatedAt: now });
    return this.toDto(comment, authorId);
  }

  async remove(slug: string, id: number, user: number): Promise<void> {
    const article = await this.articles.bySlug(slug);
    const comment = await this.comments.findById(id);
    if (comment === null || comment.articleId !== article.id) throw new CommentNotFoundException();
    if (comment.authorId !== user) throw new NotAuthorException('comment');
    await this.comments.delete(comment);
  }

  private async toDto(
    { id, body, createdAt, updatedAt, authorId }: Comment,
    viewer: number | null,
  ): Promise<CommentDto> {
    return { id, createdAt, updatedAt, body, author: await this.profiles.profileOf(authorId, viewer) };
  }
}
