import type { Post } from './post.ts';

/** Keeps posts in memory, so that the example needs no database. They are gone when the process ends. */
export class PostStore {
  readonly #posts = new Map<number, Post>();
  #lastId = 0;

  all(): Post[] {
    return [...this.#posts.values()];
  }

  find(id: number): Post | undefined {
    return this.#posts.get(id);
  }

  create({ title, body }: Pick<Post, 'title' | 'body'>): Post {
    return this.#keep({ id: ++this.#lastId, title, body, attachments: [] });
  }

  update(post: Post, changes: Partial<Omit<Post, 'id'>>): Post {
    return this.#keep({ ...post, ...changes });
  }

  remove(post: Post): void {
    this.#posts.delete(post.id);
  }

  #keep(post: Post): Post {
    this.#posts.set(post.id, post);
    return post;
  }
}

/** The posts of this process. */
export const posts = new PostStore();
posts.create({ title: 'Hello, Taproot', body: 'Routes are in routes/, controllers in app/http/controllers/.' });
posts.create({ title: 'Try it', body: 'Send a POST to /api/posts with a title and a body.' });
