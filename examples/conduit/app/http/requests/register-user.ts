import { FormRequest } from '@taproot/validation';

export class RegisterUser extends FormRequest {
  user = { username: '', email: '', password: '' };

  override rules() {
    return {
      'user.username': 'required|string|max:255|unique:users,username',
      'user.email': 'required|string|max:255|email|unique:users,email',
      'user.password': 'required|string|min:8|max:255',
    } as const;
  }
}
