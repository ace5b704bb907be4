import { FormRequest } from '@taproot/validation';

export class WriteComment extends FormRequest {
  comment = { body: '' };

  override rules() {
    return { 'comment.body': 'required|string' } as const;
  }
}
