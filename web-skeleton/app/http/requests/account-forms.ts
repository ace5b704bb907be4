import { defineRules, formRequest } from '@taproot/validation';

// The words that attackers try first.
const newPassword =
  'required|string|min:10|max:255|not_in:password12,password123,1234567890,0123456789,qwertyuiop,qwerty12345,iloveyou123';

export class RegisterForm extends formRequest(
  { name: 'required|string|max:80', email: 'required|string|email|max:255' },
  { filters: { name: 'trim', email: 'trim|lower' } },
) {}

export class LoginForm extends formRequest(
  { email: 'required|string', password: 'required|string' },
  { filters: { email: 'trim|lower' } },
) {}

export class EmailForm extends formRequest(
  { email: 'required|string|email|max:255' },
  { filters: { email: 'trim|lower' } },
) {}

export class NameForm extends formRequest({ name: 'required|string|max:80' }, { filters: { name: 'trim' } }) {}

export const newPasswordForm = defineRules({ password: newPassword });
export const passwordForm = defineRules({ password: 'required|string' });
export const codeForm = defineRules({ code: 'required|string|max:40' });
