import { ArticlePolicy } from '../app/policies/article-policy.ts';
import { CommentPolicy } from '../app/policies/comment-policy.ts';

export const policies = { article: ArticlePolicy, comment: CommentPolicy };

declare module '@taproot/auth' {
  interface Policies extends Readonly<typeof policies> {}
}
