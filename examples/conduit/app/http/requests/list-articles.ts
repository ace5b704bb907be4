import { FormRequest } from '@taproot/validation';

/** Which page of which articles. */
export class ListArticles extends FormRequest {
  limit = 20;
  offset = 0;
  tag: string | undefined = undefined;
  author: string | undefined = undefined;
  favorited: string | undefined = undefined;

  override rules() {
    return {
      limit: 'integer|min:1',
      offset: 'integer|min:0',
      tag: 'string',
      author: 'string',
      favorited: 'string',
    } as const;
  }
}
