import { defineFilters, defineRules, FormRequest } from '@taproot/validation';

export class LogIn extends FormRequest {
  email = '';
  password = '';

  override filters() {
    return defineFilters({ email: 'trim|lower' });
  }

  override rules() {
    return defineRules({ email: 'required|string', password: 'required|string' });
  }
}
