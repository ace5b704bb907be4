import type { Context } from '@taproot/core';
import type { Router } from '@taproot/routing';
import { Rule } from '@taproot/validation';
import { facades } from '../facades.ts';
import { AdminProfileForm, MemberProfileForm, ProfileForm, SignupForm, TaskForm } from './forms.ts';

class Settings {
  theme = 'light';
  size = 10;
  compact = false;
}

class Range {
  from = 0;
  to = 10;
}

const common = { title: 'required|string' } as const;

const pageOf = (ctx: Context): number => ctx.request().queryInt('page', 1);

const filtersOf = (ctx: Context) => {
  const request = ctx.request();
  return {
    term: request.query('q'),
    exact: request.queryBool('exact'),
    tags: request.queryArray('tag'),
    by: request.queryMap('by'),
  };
};

const traceOf = ({ request }: Context) => request().header('X-Trace', 'none');

export const inputRoutes = (route: Router): void => {
  const io = route.prefix('/in');

  io.post('/signup', async (ctx) => {
    const { name, email, age, newsletter } = await ctx.request().validated(SignupForm);
    return ctx.response().json(201, { name, email, age: age ?? null, newsletter });
  });

  io.put('/profile', async (ctx) => {
    const { name, bio, slug } = await ctx.request().validated(ProfileForm);
    return { name, bio: bio ?? null, slug };
  });

  io.put('/profile/member', async (ctx) => {
    const form = await ctx.request().validated(MemberProfileForm);
    return { name: form.name, slug: form.slug };
  });

  io.put('/profile/admin', async (ctx) => {
    const { name, level, scopes = [] } = await ctx.request().validated(AdminProfileForm);
    return { name, level, scopes };
  });

  io.post('/tasks', async (ctx) => {
    const task = await ctx.request().validated(TaskForm);
    return ctx.response().json(201, {
      title: task.title,
      priority: task.priority,
      steps: task.steps ?? [],
      labels: task.labels?.length ?? 0,
    });
  });

  io.post('/nested', (ctx) => {
    const request = ctx.request();
    return {
      author: { name: request.input('author.name'), email: request.input('author.email', 'none') },
      count: request.inputInt('count'),
      draft: request.inputBool('draft'),
      tags: request.inputArray('tags'),
      meta: Object.keys(request.inputMap('meta')),
    };
  });

  io.get('/search', (ctx) => ({ page: pageOf(ctx), ...filtersOf(ctx) }));

  io.get('/filter', async (ctx) => {
    const query = await ctx.request().validated({
      sort: 'required|in:name,age',
      limit: 'integer|between:1,100',
      'ids.*': 'integer',
      since: 'date_format:Y-m-d',
    });
    return { sort: query.sort, limit: query.limit ?? 10, ids: query.ids ?? [] };
  });

  io.post('/only', (ctx) => {
    const { title, body } = ctx.request().only('title', 'body') as { title?: string; body?: string };
    return { title: title ?? '', body: body ?? '' };
  });

  io.post('/except', (ctx) => ({ keys: Object.keys(ctx.request().except('_token')) }));

  io.post('/all', (ctx) => ({ count: Object.keys(ctx.request().all()).length }));

  io.get('/rows/{id}/{slug}', (ctx) => ({ id: ctx.request().routeInt('id'), slug: ctx.request().route('slug') }));
  io.get('/archive/{year:[0-9]{4}}/{month?}', (ctx) => ({
    year: ctx.request().routeInt('year'),
    month: ctx.request().routeInt('month', 1),
  }));
  io.get('/tree/{path*}', (ctx) => ctx.response().string(200, ctx.request().route('path')));
  io.get('/image/{name}.{extension}', (ctx) => ctx.request().routes());
  io.get('/codes/{code}', (ctx) => ({ code: ctx.request().route('code') })).where('code', '[A-Z]{3}');

  io.get('/headers', (ctx) => {
    const request = ctx.request();
    return {
      trace: traceOf({ request: () => request } as Context),
      theme: request.cookie('theme', 'light'),
      version: Number(request.header('X-Version', '1')),
    };
  });

  /** Stores a picture. */
  io.post('/pictures', async (ctx) => {
    const { title, picture, meta } = await ctx.request().validated({
      title: 'required|string',
      picture: 'required|file|max:64',
      'meta.alt': 'required|string',
      'meta.width': 'integer',
    });
    return ctx.response().json(201, { title, alt: meta.alt, size: picture.size, name: picture.clientName() });
  });

  io.post('/albums', async (ctx) => {
    const { photos } = await ctx.request().validated({ photos: 'required|list', 'photos.*': 'file' });
    return ctx.response().json(201, { count: photos.length });
  });

  io.post('/attachment', (ctx) => {
    const file = ctx.request().file('attachment');
    if (file === null) return ctx.response().json(400, { problem: 'no file' });
    return ctx.response().json(201, { bytes: file.size });
  });

  io.post('/raw', async (ctx) => {
    const bytes = await ctx.request().rawBody();
    return ctx.response().json(200, { bytes: bytes.byteLength });
  }).rawBody();

  io.post('/checked', async (ctx) => {
    const validator = await ctx.request().validate({ name: 'required|string', age: 'required|integer' });
    if (validator.fails()) return ctx.response().json(400, { problems: Object.keys(validator.errors().all()) });
    return ctx.response().json(200, { name: validator.validated().name });
  });

  io.post('/items', async (ctx) => {
    const { items, mode } = await ctx.request().validated({
      items: 'required|list|max:5',
      'items.*.sku': ['required', 'string', Rule.in(['a,1', 'b'])],
      'items.*.count': 'required|integer|min:1',
      mode: 'in:fast,slow',
    });
    return ctx.response().json(201, { total: items.reduce((sum, { count }) => sum + count, 0), mode: mode ?? 'fast' });
  });

  io.post('/list', async (ctx) => {
    const data = { orders: await ctx.request().body() };
    const rules = { orders: 'required|list|max:100', 'orders.*.id': 'required|integer' } as const;
    const { orders } = (await facades.Validation().make(ctx, data, rules)).validated();
    return { stored: orders.length };
  });

  io.post('/settings', (ctx) => {
    const { theme, size, compact } = ctx.request().bind(new Settings());
    return { theme: String(theme), size: Number(size), compact: compact === true };
  });

  io.get('/range', (ctx) => {
    const range = ctx.request().bindQuery(new Range());
    return { width: Number(range.to) - Number(range.from) };
  });

  io.delete('/things', async (ctx) => {
    const { ids } = await ctx.request().validated({ ids: 'required|list', 'ids.*': 'integer' });
    return { deleted: ids.length };
  });

  io.post('/shipping', async (ctx) => {
    const input = await ctx.request().validated({
      kind: 'required|in:pickup,parcel',
      street: 'required_if:kind,parcel|string',
      weight: 'numeric|max:30',
    });
    return { kind: input.kind, street: input.street ?? null };
  });

  io.post('/coupon', (ctx) => ({ coupon: ctx.request().filled('coupon'), gift: ctx.request().has('gift') }));

  io.post('/spread', async (ctx) => {
    const input = await ctx.request().validated({ ...common, stars: 'required|integer|between:1,5' });
    return ctx.response().json(201, input);
  });

  io.post('/nullable', async (ctx) => {
    const input = await ctx
      .request()
      .validated({ nick: 'present|nullable|string', score: 'nullable|numeric', site: 'url' });
    return { nick: input.nick, score: input.score ?? null };
  });

  io.put('/custom', async (ctx) => {
    const { code, even } = await ctx.request().validated({
      code: ['required', /^[A-Z]{2}-\d+$/],
      even: ['required', 'integer', (value: unknown) => Number(value) % 2 === 0 || 'Give an even number.'],
      contact: ['required', Rule.anyOf(['email', ['integer', 'min:100']])],
    });
    return { code: String(code), even };
  });
};
