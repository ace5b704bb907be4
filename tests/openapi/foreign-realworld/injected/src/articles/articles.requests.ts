import { formRequest } from '@taproot/validation';
import { messages } from '../common/messages.ts';

export class PageRequest extends formRequest({ limit: 'integer|min:1', offset: 'integer|min:0' }, { messages }) {
  override limit = 20;
  override offset = 0;
}

export class ListArticlesRequest extends formRequest(
  {
    limit: 'integer|min:1',
    offset: 'integer|min:0',
    tag: 'string',
    author: 'string',
    favorited: 'string',
  },
  { messages },
) {
  override limit = 20;
  override offset = 0;
}

export class CreateArticleRequest extends formRequest(
  {
    'article.title': 'required|string',
    'article.description': 'required|string',
    'article.body': 'required|string',
    'article.tagList': 'list',
    'article.tagList.*': 'string',
  },
  { messages },
) {}

export class UpdateArticleRequest extends formRequest(
  {
    article: 'required|map',
    'article.title': 'filled|string',
    'article.description': 'filled|string',
    'article.body': 'filled|string',
    'article.tagList': 'list',
    'article.tagList.*': 'string',
  },
  { messages },
) {}
