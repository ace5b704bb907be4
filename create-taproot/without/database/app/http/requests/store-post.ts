import { formRequest } from '@taproot/validation';

/** A new post. Its fields follow from the rules; nothing else of the request gets in. */
export class StorePost extends formRequest(
  { title: 'required|string|max:120', body: 'string|max:10000' },
  { filters: { title: 'trim' } },
) {
  override body = '';
  /** Made from the title. */
  readonly slug: string | null = null;
}
