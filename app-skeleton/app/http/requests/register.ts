import { defineFilters, defineRules, FormRequest } from '@taproot/validation';

export class Register extends FormRequest {
  email = '';
  password = '';

  override filters() {
    return defineFilters({ email: 'trim|lower' });
  }

  override rules() {
    return defineRules({
      email: 'required|string|email|max:255|unique:users,email',
      password: 'required|string|min:8|max:255',
    });
  }
}
