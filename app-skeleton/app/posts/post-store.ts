import type { Draft, Post } from './post.ts';

/** Keeps posts in memory, so that the example needs no database. They are gone when the application closes. */
export class PostStore {
  readonly #posts = new Map<number, Post>();
  #lastId = 0;

  constructor(drafts: readonly Draft[] = []) {
    for (const draft of drafts) this.create(draft);
  }

  all(): Post[] {
    return [...this.#posts.values()];
  }

  find(id: number): Post | undefined {
    return this.#posts.get(id);
  }

  create({ title, body }: Draft): Post {
    return this.#keep({ id: ++this.#lastId, title, body, attachments: [] });
  }

  update(post: Post, changes: Partial<Draft>): Post {
    return this.#keep({ ...post, ...changes });
  }

  /** Adds to the post as it is now, not as it was before an upload was awaited: several may end at once. */
  attach(id: number, attachment: string): void {
    const post = this.find(id);
    if (post !== undefined) this.#keep({ ...post, attachments: [...post.attachments, attachment] });
  }

  remove(post: Post): void {
    this.#posts.delete(post.id);
  }

  #keep(post: Post): Post {
    this.#posts.set(post.id, post);
    return post;
  }
}
