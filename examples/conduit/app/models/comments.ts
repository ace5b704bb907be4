import { insertGetId } from '@taproot/database';
import { db } from '../facades.ts';
import { profileColumns, toProfile } from './profiles.ts';

/** Comments as `reader` sees them, oldest first: all of an article, or one of them. */
export const readComments = async (reader: number, article: number, id?: number) => {
  const rows = await db()
    .selectFrom('comments')
    .innerJoin('users as author', 'author.id', 'comments.author_id')
    .select(['comments.id', 'body', 'created_at as createdAt', 'updated_at as updatedAt'])
    .select(profileColumns(reader))
    .where('article_id', '=', article)
    .$if(id !== undefined, (query) => query.where('comments.id', '=', id ?? 0))
    .orderBy('comments.id')
    .execute();
  return rows.map(({ username, bio, image, following, ...comment }) => ({
    ...comment,
    author: toProfile({ username, bio, image, following }),
  }));
};

export const findComment = (article: number, id: number) => {
  const comments = db().selectFrom('comments').select(['id', 'author_id']);
  return comments.where('article_id', '=', article).where('id', '=', id).executeTakeFirst();
};

/** Writes a comment and gives its id. */
export const createComment = async (article_id: number, author_id: number, body: string): Promise<number> => {
  const now = new Date().toISOString();
  return insertGetId(db(), 'comments', { article_id, author_id, body, created_at: now, updated_at: now });
};

export const deleteComment = (id: number) => db().deleteFrom('comments').where('id', '=', id).execute();
