import { type Context, HttpError } from '@taproot/core';
import { defineRules } from '@taproot/validation';
import { facades } from './facades.ts';
import { rooms } from './models.ts';

export const upload = async (ctx: Context) => {
  const { caption } = await ctx.request().validated({
    photo: 'required|image|mimes:png,jpg|max:2048',
    caption: 'nullable|string|max:200',
  });
  return ctx.response().json(201, { caption });
};

export const attach = async (ctx: Context) => {
  await ctx.request().body();
  const file = ctx.request().file('attachment');
  return { size: file?.size ?? null };
};

/** Exports all rooms as CSV. */
export const bytes = (ctx: Context) => ctx.response().stream(200, ['id,name\n'], 'text/csv');

async function* changes() {
  yield { event: 'change', data: { room: 1, state: 'booked' } };
}

export const events = (ctx: Context) => ctx.response().eventStream(changes());

export const plan = (ctx: Context) => ctx.response().file('package.json');

export const old = (ctx: Context) => ctx.response().redirect(301, '/v1/rooms');

export const home = (ctx: Context) => ctx.response().redirectToRoute('rooms.index');

export const picture = (ctx: Context) => ctx.response().data(200, 'image/png', new Uint8Array());

export const register = async (ctx: Context) => {
  await ctx.request().unique({ name: 'guests.name' }, () => Promise.resolve());
  return ctx.response().noContent();
};

export const raw = (): globalThis.Response => new Response(null, { status: 204 });

export const status = (ctx: Context) => ctx.response().string(200, 'open');

export const archive = (ctx: Context<'year' | 'month'>) => ({
  year: ctx.request().routeInt('year'),
  month: ctx.request().route('month'),
});

export const manual = (ctx: Context<'page'>) => ({ page: ctx.request().route('page') });

const search = defineRules({ term: 'required|string|min:3', kind: 'required|in:room,guest' });

/** Answers itself what is not valid. */
export const find = async (ctx: Context) => {
  const validator = await ctx.request().validate(search);
  if (validator.fails()) return ctx.response().json(400, { hint: validator.errors().first() });
  return ctx.response().json(200, { found: rooms });
};

export const book = async (ctx: Context) => {
  const { nights } = await ctx.request().validated({
    guest: 'required|array',
    'guest.name': 'required|string',
    'guest.email': 'required_without:guest.phone|email',
    'guest.phone': 'string|regex:/^\\+[0-9]+$/',
    nights: 'required|integer|min:1',
    arrival: 'required|date_format:Y-m-d',
    newsletter: 'accepted',
  });
  if (nights > 100) throw new HttpError(402, 'Pay first.');
  return ctx.response().json(202, { nights });
};

export const clean = (ctx: Context) => {
  if (ctx.request().queryBool('deep')) return ctx.response().noContent();
  return ctx.response().json(200, { cleaned: true });
};

/** Looks for the sender itself, without middleware. */
export const sender = async (ctx: Context) => ({ id: await facades.Auth(ctx).id() });

/** Exchanges the refresh token of another guard. */
export const renew = (ctx: Context) => facades.Auth(ctx).guard('staff').refresh();

export const nothing = (): void => {};
