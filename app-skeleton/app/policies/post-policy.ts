import type { AuthUser, Verdict } from '@taproot/auth';
import type { Post } from '../posts/post.ts';

/** Only the author may change a post. Everybody may change a post by a guest. */
export class PostPolicy {
  /** Abilities that are also checked for guests; all others are for users only. */
  static readonly guests = ['change'];

  change(user: AuthUser | null, post: Post): Verdict {
    return post.authorId === null || post.authorId === user?.id;
  }
}
