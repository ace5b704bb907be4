import { FormRequest } from '@taproot/validation';

export class LogIn extends FormRequest {
  user = { email: '', password: '' };

  override rules() {
    return { 'user.email': 'required|string', 'user.password': 'required|string' } as const;
  }
}
