import { formRequest } from '@taproot/validation';

/** A new post. Its fields follow from the rules; nothing else of the request gets in. */
export class StorePost extends formRequest(
  {
    title: 'required|string|max:120',
    body: 'string|max:10000',
    slug: 'nullable|string|alpha_dash|max:120|unique:posts,slug',
  },
  { filters: { title: 'trim' } },
) {
  override body = '';
  /** Left out, it is made from the title. */
  override slug: string | null = null;
}
