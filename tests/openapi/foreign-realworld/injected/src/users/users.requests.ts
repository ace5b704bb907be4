import { formRequest } from '@taproot/validation';
import { messages } from '../common/messages.ts';

export class RegisterRequest extends formRequest(
  {
    'user.username': 'required|string',
    'user.email': 'required|string|email',
    'user.password': 'required|string',
  },
  { messages },
) {}

export class LoginRequest extends formRequest(
  { 'user.email': 'required|string', 'user.password': 'required|string' },
  { messages },
) {}

export class UpdateUserRequest extends formRequest(
  {
    user: 'required|map',
    'user.username': 'filled|string',
    'user.email': 'filled|string|email',
    'user.password': 'filled|string',
    'user.bio': 'nullable|string',
    'user.image': 'nullable|string',
  },
  { messages },
) {}
