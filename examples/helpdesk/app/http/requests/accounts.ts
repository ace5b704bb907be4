import { formRequest } from '@taproot/validation';

export class OpenOrganisation extends formRequest(
  {
    organisation: 'required|string|max:80',
    slug: ['required', 'string', 'regex:^[a-z][a-z0-9-]{1,39}$', 'unique:organisations,slug'],
    name: 'required|string|max:80',
    email: 'required|string|email|max:255|unique:users,email',
    password: 'required|string|min:10|max:255',
  },
  { filters: { email: 'trim|lower' } },
) {}

export class Register extends formRequest(
  {
    organisation: 'required|string|exists:organisations,slug',
    name: 'required|string|max:80',
    email: 'required|string|email|max:255|unique:users,email',
    password: 'required|string|min:10|max:255',
  },
  { filters: { email: 'trim|lower' } },
) {}

export class ForgotPassword extends formRequest(
  { email: 'required|string|email|max:255' },
  { filters: { email: 'trim|lower' } },
) {}

export class NewPassword extends formRequest({ password: 'required|string|min:10|max:255' }) {}

export class LogIn extends formRequest(
  { email: 'required|string', password: 'required|string' },
  { filters: { email: 'trim|lower' } },
) {}
