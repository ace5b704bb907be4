import { formRequest } from '@taproot/validation';

/** Which page of which articles. */
export class ListArticles extends formRequest({
  limit: 'integer|min:1',
  offset: 'integer|min:0',
  tag: 'string',
  author: 'string',
  favorited: 'string',
}) {
  override limit = 20;
  override offset = 0;
}
