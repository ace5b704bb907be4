import { type AuthUser, GateResponse } from '@taproot/auth';
import type { ArticleKey } from '../models/articles.ts';

/** Only authors may change and delete their articles. */
export class ArticlePolicy {
  change(user: AuthUser, article: ArticleKey) {
    return article.author_id === user.id || GateResponse.deny('article');
  }
}
