import { type AuthUser, GateResponse } from '@taproot/auth';

/** Only authors may delete their comments. */
export class CommentPolicy {
  remove(user: AuthUser, comment: { author_id: number }) {
    return comment.author_id === user.id || GateResponse.deny('comment');
  }
}
