import type { Context } from '@taproot/core';
import { FormRequest, Rule } from '@taproot/validation';
import { readerOf } from '../reader.ts';

/** What is left out stays as it is. */
export class UpdateUser extends FormRequest {
  user: { username?: string; email?: string; password?: string; bio?: string | null; image?: string | null } = {};

  override async rules(ctx: Context) {
    const id = await readerOf(ctx);
    return {
      user: 'required|map',
      'user.username': ['filled', 'string', 'max:255', Rule.unique('users', 'username').ignore(id)],
      'user.email': ['filled', 'string', 'max:255', 'email', Rule.unique('users', 'email').ignore(id)],
      'user.password': 'filled|string|min:8|max:255',
      'user.bio': 'nullable|string',
      'user.image': 'nullable|string',
    };
  }
}
