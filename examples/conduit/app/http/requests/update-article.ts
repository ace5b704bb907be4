import { formRequest } from '@taproot/validation';

/** Fields that are left out keep their values. Only the list of tags can be made empty. */
export class UpdateArticle extends formRequest({
  article: 'required|map',
  'article.title': 'filled|string|max:255',
  'article.description': 'filled|string',
  'article.body': 'filled|string',
  'article.tagList': 'list',
  'article.tagList.*': 'required|string|max:255',
}) {}
