import { type AuthUser, GateResponse } from '@taproot/auth';

/** A comment is its author's. */
export class CommentPolicy {
  remove(user: AuthUser, comment: { author_id: number }) {
    return comment.author_id === user.id || GateResponse.deny('comment');
  }
}
