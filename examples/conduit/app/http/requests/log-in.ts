import { formRequest } from '@taproot/validation';

export class LogIn extends formRequest({ 'user.email': 'required|string', 'user.password': 'required|string' }) {}
