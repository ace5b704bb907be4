import { formRequest } from '@taproot/validation';

export class PublishArticle extends formRequest({
  'article.title': 'required|string|max:255',
  'article.description': 'required|string',
  'article.body': 'required|string',
  'article.tagList': 'list',
  'article.tagList.*': 'required|string|max:255',
}) {}
