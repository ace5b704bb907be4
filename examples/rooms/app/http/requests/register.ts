import { formRequest } from '@taproot/validation';

export class Register extends formRequest(
  {
    email: 'required|string|email|max:255|unique:users,email',
    // Passwords that attackers try first.
    password:
      'required|string|min:8|max:255|not_in:password,password1,password123,12345678,123456789,1234567890,11111111,qwertyuiop,qwerty123,iloveyou,sunshine,football',
  },
  { filters: { email: 'trim|lower' } },
) {}
