import { formRequest } from '@taproot/validation';

export class RegisterUser extends formRequest({
  'user.username': 'required|string|max:255|unique:users,username',
  'user.email': 'required|string|max:255|email|unique:users,email',
  'user.password': 'required|string|min:8|max:255',
}) {}
