import { defineFilters, defineRules, FormRequest } from '@taproot/validation';

/** A new post. Its fields are what a valid request is bound to; nothing else of the request gets in. */
export class StorePost extends FormRequest {
  title = '';
  body = '';
  /** Left out, it is made from the title. */
  slug: string | null = null;

  override filters() {
    return defineFilters({ title: 'trim' });
  }

  override rules() {
    return defineRules({
      title: 'required|string|max:120',
      body: 'string|max:10000',
      slug: 'nullable|string|alpha_dash|max:120|unique:posts,slug',
    });
  }
}
