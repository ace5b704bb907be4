import { randomBytes } from 'node:crypto';
import type { Draft, Post } from './post.ts';
import { slugOf } from './slug-of.ts';

const examples = [
  { title: 'Hello, Taproot', body: 'Routes are in routes/, controllers in app/http/controllers/.' },
  { title: 'Try it', body: 'Send a POST to /api/posts with a title and a body.' },
];

/** Keeps posts in memory: they are gone when the application closes. */
export class PostStore {
  readonly #posts = new Map<number, Post>();
  #lastId = 0;

  constructor() {
    for (const draft of examples) this.#add(draft, null);
  }

  /** All posts, the oldest first. */
  async all(): Promise<Post[]> {
    return [...this.#posts.values()];
  }

  async find(id: number): Promise<Post | undefined> {
    return this.#posts.get(id);
  }

  async create(draft: Draft, authorId: number | null = null): Promise<Post> {
    return this.#add(draft, authorId);
  }

  /** Changes what is given and leaves the rest. */
  async update(post: Post, { title, body, slug }: Partial<Draft>): Promise<Post> {
    const changes = { title: title ?? post.title, body: body ?? post.body, slug: slug ?? post.slug };
    return this.#keep({ ...post, ...changes });
  }

  /** Adds to the post as it is now, not as it was before an upload was awaited: several may end at once. */
  async attach(id: number, attachment: string): Promise<void> {
    const post = this.#posts.get(id);
    if (post !== undefined) this.#keep({ ...post, attachments: [...post.attachments, attachment] });
  }

  async remove(post: Post): Promise<void> {
    this.#posts.delete(post.id);
  }

  #add({ title, body, slug }: Draft, authorId: number | null): Post {
    const name = slug ?? slugOf(title);
    const taken = [...this.#posts.values()].some((post) => post.slug === name);
    const free = taken ? `${name}-${randomBytes(4).toString('hex')}` : name;
    return this.#keep({ id: ++this.#lastId, slug: free, title, body, authorId, attachments: [] });
  }

  #keep(post: Post): Post {
    this.#posts.set(post.id, post);
    return post;
  }
}
