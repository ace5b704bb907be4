import { type AuthUser, GateResponse } from '@taproot/auth';
import type { ArticleKey } from '../models/articles.ts';

/** An article is its author's. */
export class ArticlePolicy {
  change(user: AuthUser, article: ArticleKey) {
    return article.author_id === user.id || GateResponse.deny('article');
  }
}
