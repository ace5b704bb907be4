import { FormRequest } from '@taproot/validation';

/** What is left out stays as it is; nothing can be made blank but the list of tags. */
export class UpdateArticle extends FormRequest {
  article: { title?: string; description?: string; body?: string; tagList?: string[] } = {};

  override rules() {
    return {
      article: 'required|map',
      'article.title': 'filled|string|max:255',
      'article.description': 'filled|string',
      'article.body': 'filled|string',
      'article.tagList': 'list',
      'article.tagList.*': 'required|string|max:255',
    } as const;
  }
}
