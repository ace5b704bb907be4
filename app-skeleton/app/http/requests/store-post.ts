import { formRequest } from '@taproot/validation';

/** A new post. Its fields come from the rules; other input is dropped. */
export class StorePost extends formRequest(
  {
    title: 'required|string|max:120',
    body: 'string|max:10000',
    slug: 'nullable|string|alpha_dash|max:120|unique:posts,slug',
  },
  { filters: { title: 'trim' } },
) {
  override body = '';
  /** Without a slug, the title becomes one. */
  override slug: string | null = null;
}
