import type { Context } from '@taproot/core';
import { defineRules, formRequest, Rule } from '@taproot/validation';
import { readerOf } from '../reader.ts';

const rulesFor = async (ctx: Context) => {
  const id = await readerOf(ctx);
  return defineRules({
    user: 'required|map',
    'user.username': ['filled', 'string', 'max:255', Rule.unique('users', 'username').ignore(id)],
    'user.email': ['filled', 'string', 'max:255', 'email', Rule.unique('users', 'email').ignore(id)],
    'user.password': 'filled|string|min:8|max:255',
    'user.bio': 'nullable|string',
    'user.image': 'nullable|string',
  });
};

/** Fields that are left out keep their values. */
export class UpdateUser extends formRequest(rulesFor) {}
