import { formRequest } from '@taproot/validation';

/** What is left out stays as it is; nothing can be made blank but the list of tags. */
export class UpdateArticle extends formRequest({
  article: 'required|map',
  'article.title': 'filled|string|max:255',
  'article.description': 'filled|string',
  'article.body': 'filled|string',
  'article.tagList': 'list',
  'article.tagList.*': 'required|string|max:255',
}) {}
