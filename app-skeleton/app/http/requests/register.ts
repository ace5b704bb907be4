import { FormRequest } from '@taproot/validation';

export class Register extends FormRequest {
  email = '';
  password = '';

  override filters() {
    return { email: 'trim|lower' } as const;
  }

  override rules() {
    return {
      email: 'required|string|email|max:255|unique:users,email',
      password: 'required|string|min:8|max:255',
    } as const;
  }
}
