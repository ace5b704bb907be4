import type { Context } from '@taproot/core';
import { defineRules, type FormOrRules, formRequest, type ValidatedBy, type Validator } from '@taproot/validation';
import { type Invalid, invalid } from '../lib/failure.ts';
import { err, ok, type Result } from '../lib/result.ts';

const messages = {
  required: "can't be blank",
  filled: "can't be blank",
  string: 'invalid',
  email: 'invalid',
  integer: 'invalid',
  list: 'invalid',
  map: 'invalid',
  'min.numeric': 'invalid',
};

const registrationRules = defineRules({
  'user.username': 'required|string',
  'user.email': 'required|string|email',
  'user.password': 'required|string',
});

const userRules = defineRules({
  user: 'required|map',
  'user.username': 'filled|string',
  'user.email': 'filled|string|email',
  'user.password': 'filled|string',
  'user.bio': 'nullable|string',
  'user.image': 'nullable|string',
});

const draftRules = defineRules({
  'article.title': 'required|string',
  'article.description': 'required|string',
  'article.body': 'required|string',
  'article.tagList': 'list',
  'article.tagList.*': 'string',
});

const changesRules = defineRules({
  article: 'required|map',
  'article.title': 'filled|string',
  'article.description': 'filled|string',
  'article.body': 'filled|string',
  'article.tagList': 'list',
  'article.tagList.*': 'string',
});

const pageRules = defineRules({ limit: 'integer|min:1', offset: 'integer|min:0' });
const filterRules = defineRules({ ...pageRules, tag: 'string', author: 'string', favorited: 'string' });

/** Readers of input: each gives valid data, or ends the request with 422. */
export const registration = (ctx: Context) => ctx.request().validated(registrationRules, { messages });
export const userChanges = (ctx: Context) => ctx.request().validated(userRules, { messages });
export const draft = (ctx: Context) => ctx.request().validated(draftRules, { messages });
export const changes = (ctx: Context) => ctx.request().validated(changesRules, { messages });
export const page = (ctx: Context) => ctx.request().validated(pageRules, { messages });
export const filters = (ctx: Context) => ctx.request().validated(filterRules, { messages });

export class Login extends formRequest(
  { 'user.email': 'required|string', 'user.password': 'required|string' },
  { messages },
) {}

/** Clients know `article.title` as `title`. */
export const shortNames = (errors: Readonly<Record<string, readonly string[]>>) =>
  Object.fromEntries(Object.entries(errors).map(([field, texts]) => [field.split('.')[1] ?? field, texts.slice(0, 1)]));

/** Makes a result of a validation, for pipelines. */
export const decode = async <T>(validation: Promise<Validator<T>>): Promise<Result<T, Invalid>> => {
  const validator = await validation;
  return validator.fails() ? err(invalid(shortNames(validator.errors().toJSON()))) : ok(validator.validated());
};

export const remark = (ctx: Context) =>
  decode(ctx.request().validate({ 'comment.body': 'required|string' }, { messages }));

/** Reads the input before the handler runs. */
export const withInput =
  <I, A extends readonly unknown[], R>(
    read: (ctx: Context) => Promise<I>,
    handler: (ctx: Context, input: I, ...rest: A) => R | Promise<R>,
  ) =>
  async (ctx: Context, ...rest: A) =>
    await handler(ctx, await read(ctx), ...rest);

/** Binds a form, or reads by rules, before the handler runs. */
export const withForm =
  <const R, Out>(form: FormOrRules<R>, handler: (ctx: Context, input: ValidatedBy<R>) => Out | Promise<Out>) =>
  async (ctx: Context) =>
    await handler(ctx, await ctx.request().validated<R, unknown>(form));
