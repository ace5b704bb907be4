import { type Context, NotFoundError } from '@taproot/core';
import type { Router } from '@taproot/routing';
import {
  ApiKey,
  accepting,
  conditional,
  fallback,
  lock,
  Meter,
  paid,
  role,
  Sunset,
  tagged,
  tenant,
} from './middleware.ts';

const hello = () => ({ hello: 'you' });

export const middlewareRoutes = (route: Router): void => {
  const mw = route.prefix('/mw');
  mw.get('/tenant', (ctx: Context) => ({ tenant: ctx.value('tenant') ?? '' })).middleware(tenant);
  mw.get('/keyed', hello).middleware(new ApiKey());
  mw.get('/tagged', hello).middleware(tagged);
  mw.post('/locked', (ctx) => ctx.response().json(201, { stored: ctx.request().input('what') })).middleware(lock);
  mw.get('/role', hello).middleware(role('editor'));
  mw.get('/sunset', hello).middleware(new Sunset('Wed, 11 Nov 2026 23:59:59 GMT'));
  mw.get('/metered', hello).middleware(new Meter(3));
  mw.get('/conditional', (ctx) => ctx.response().header('ETag', '"1"').json(200, { fresh: true })).middleware(
    conditional,
  );
  mw.post('/accepting', () => ({ job: 1 })).middleware(accepting);
  mw.get('/fallback', (ctx) => {
    if (ctx.request().query('id') !== '1') throw new NotFoundError('Nothing.');
    return { placeholder: false as const, id: 1 };
  }).middleware(fallback);
  mw.get('/paid', hello).middleware(paid);
  mw.middleware(tenant, role('admin')).group((both) => {
    both.get('/both', hello);
    both.get('/one', hello).withoutMiddleware(role('admin'));
    both.prefix('/deep').middleware(new Meter(2)).get('/three', hello);
  });
};
