import { FormRequest } from '@taproot/validation';

export class PublishArticle extends FormRequest {
  article: { title: string; description: string; body: string; tagList?: string[] } = {
    title: '',
    description: '',
    body: '',
  };

  override rules() {
    return {
      'article.title': 'required|string|max:255',
      'article.description': 'required|string',
      'article.body': 'required|string',
      'article.tagList': 'list',
      'article.tagList.*': 'required|string|max:255',
    } as const;
  }
}
