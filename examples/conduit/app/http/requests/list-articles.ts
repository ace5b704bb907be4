import { formRequest } from '@taproot/validation';

/** The filters and the page of a list of articles. */
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
