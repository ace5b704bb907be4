import { randomBytes } from 'node:crypto';
import { insertGetId, uniqueViolation } from '@taproot/database';
import './tables.ts';
import { facades } from '../facades.ts';
import type { Draft, Post } from './post.ts';
import { slugOf } from './slug-of.ts';

/** Keeps posts in the database. */
export class PostStore {
  /** All posts, the oldest first. */
  async all(): Promise<Post[]> {
    return this.#read();
  }

  async find(id: number): Promise<Post | undefined> {
    // PostgreSQL refuses to compare an integer column with a larger number.
    if (id > 2_147_483_647) return undefined;
    return (await this.#read(id)).at(0);
  }

  /** A slug that the author chose must be free. If a slug made from the title is taken, random letters are added. */
  async create({ title, body, slug }: Draft, authorId: number | null = null): Promise<Post> {
    const insert = async (name: string): Promise<Post> => {
      const id = await insertGetId(facades.DB(), 'posts', { title, body, slug: name, author_id: authorId });
      return { id, slug: name, title, body, authorId, attachments: [] };
    };
    if (typeof slug === 'string') return insert(slug);
    try {
      return await insert(slugOf(title));
    } catch (error) {
      if ((await uniqueViolation(error)) === null) throw error;
      return insert(`${slugOf(title)}-${randomBytes(4).toString('hex')}`);
    }
  }

  /** Changes the given fields and keeps the others. */
  async update(post: Post, { title, body, slug }: Partial<Draft>): Promise<Post> {
    const changes = { title: title ?? post.title, body: body ?? post.body, slug: slug ?? post.slug };
    await facades.DB().updateTable('posts').set(changes).where('id', '=', post.id).execute();
    return { ...post, ...changes };
  }

  async attach(id: number, name: string): Promise<void> {
    await facades.DB().insertInto('attachments').values({ name, post_id: id }).execute();
  }

  /** Removes a post. The database then removes the rows of its attachments. */
  async remove(post: Post): Promise<void> {
    await facades.DB().deleteFrom('posts').where('id', '=', post.id).execute();
  }

  async #read(id?: number): Promise<Post[]> {
    const db = facades.DB();
    const posts = db.selectFrom('posts').selectAll().orderBy('id');
    const attachments = db.selectFrom('attachments').selectAll().orderBy('name');
    const [rows, files] = await Promise.all([
      (id === undefined ? posts : posts.where('id', '=', id)).execute(),
      (id === undefined ? attachments : attachments.where('post_id', '=', id)).execute(),
    ]);
    return rows.map(({ author_id: authorId, ...row }) => {
      const own = files.filter(({ post_id }) => post_id === row.id);
      return { ...row, authorId, attachments: own.map(({ name }) => name) };
    });
  }
}
