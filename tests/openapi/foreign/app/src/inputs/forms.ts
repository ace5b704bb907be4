import type { Context } from '@taproot/core';
import { type Data, formRequest, Rule } from '@taproot/validation';

export class SignupForm extends formRequest({
  name: 'required|string|max:40',
  email: 'required|email',
  password: 'required|string|min:8|confirmed',
  age: 'integer|min:18',
  newsletter: 'boolean',
}) {
  override newsletter = false;
}

const profileRules = { name: 'required|string', bio: 'nullable|string|max:200', slug: 'required|alpha_dash' } as const;

/** What every profile has. */
export class ProfileForm extends formRequest(profileRules, { filters: { name: 'trim' } }) {
  override prepareForValidation(_ctx: Context, data: Data) {
    if (!data.has('slug')) data.set('slug', 'no-slug');
  }
}

export class AdminProfileForm extends formRequest({
  ...profileRules,
  level: 'required|in:low,high',
  'scopes.*': 'in:read,write',
}) {
  override authorize(ctx: Context) {
    return ctx.request().header('X-Role') === 'admin';
  }
}

export class MemberProfileForm extends ProfileForm {
  override authorize(ctx: Context) {
    return ctx.request().header('X-Role') !== 'banned';
  }
}

export enum Priority {
  Low = 'low',
  High = 'high',
}

export class TaskForm extends formRequest({
  title: ['required', 'string', 'between:3,60'],
  priority: ['required', Rule.enum(Priority)],
  due: 'date_format:Y-m-d',
  'steps.*.text': 'required|string',
  'steps.*.minutes': 'integer|min:1',
  labels: 'list|max:3',
  'labels.*': 'string',
  meta: 'map',
}) {}
