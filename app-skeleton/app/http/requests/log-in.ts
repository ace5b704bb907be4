import { FormRequest } from '@taproot/validation';

export class LogIn extends FormRequest {
  email = '';
  password = '';

  override filters() {
    return { email: 'trim|lower' } as const;
  }

  override rules() {
    return { email: 'required|string', password: 'required|string' } as const;
  }
}
