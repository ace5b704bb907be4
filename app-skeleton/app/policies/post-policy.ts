import type { AuthUser, Verdict } from '@taproot/auth';
import type { Post } from '../posts/post.ts';

/** A post is its author's; what a guest wrote is everybody's. */
export class PostPolicy {
  /** Asked for guests too; every other ability is for users alone. */
  static readonly guests = ['change'];

  change(user: AuthUser | null, post: Post): Verdict {
    return post.authorId === null || post.authorId === user?.id;
  }
}
