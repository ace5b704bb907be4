import { formRequest } from '@taproot/validation';

export class Register extends formRequest(
  {
    email: 'required|string|email|max:255|unique:users,email',
    password: 'required|string|min:8|max:255',
  },
  { filters: { email: 'trim|lower' } },
) {}
