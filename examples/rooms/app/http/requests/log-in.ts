import { formRequest } from '@taproot/validation';

export class LogIn extends formRequest(
  { email: 'required|string', password: 'required|string' },
  { filters: { email: 'trim|lower' } },
) {}
