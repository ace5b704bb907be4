import { type AuthUser, GateResponse, type Verdict } from '@taproot/auth';
import type { Post } from './abilities.ts';

/** Who may do what with a post. */
export class PostPolicy {
  static guests = ['view'];

  before(user: AuthUser | null): boolean | undefined {
    return user?.email === 'root@example.com' ? true : undefined;
  }

  view(user: AuthUser | null, post: Post): Verdict {
    return post.author > 0 && (user === null || user.id > 0);
  }

  async update(user: AuthUser, post: Post): Promise<boolean> {
    return user.id === post.author;
  }

  delete(user: AuthUser, post: Post, reason: string): Verdict {
    if (user.id !== post.author) return GateResponse.denyAsNotFound();
    return reason === '' ? GateResponse.deny('Say why.', 422) : GateResponse.allow('Gone.');
  }

  create(user: AuthUser): Verdict {
    return user.id === 1;
  }
}
