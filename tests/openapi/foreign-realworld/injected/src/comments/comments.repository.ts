import { InMemoryRepository, type Repository } from '../common/repository.ts';

export interface Comment {
  readonly id: number;
  readonly articleId: number;
  readonly authorId: number;
  readonly body: string;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

export type CommentsRepository = Repository<Comment>;

export class InMemoryCommentsRepository extends InMemoryRepository<Comment> {
  protected override make(id: number, comment: Omit<Comment, 'id'>): Comment {
    return { ...comment, id };
  }
}
