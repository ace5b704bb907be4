import type { Context } from '@taproot/core';
import type { Router } from '@taproot/routing';
import { facades } from '../facades.ts';

const csv = 'name,count\na,1\n';

async function* ticks(count: number) {
  for (let n = 1; n <= count; n++) yield { event: 'tick', id: String(n), data: { n } };
}

const isHtml = (ctx: Context): boolean => ctx.request().accepts('application/json', 'text/html') === 'text/html';

export class Pages {
  /** The page that a browser shows. */
  home = (ctx: Context) => ctx.response().data(200, 'text/html; charset=utf-8', '<h1>Home</h1>');

  fresh = (ctx: Context) => {
    const tag = '"v7"';
    if (ctx.request().header('If-None-Match') === tag) return ctx.response().header('ETag', tag).noContent(304);
    return ctx
      .response()
      .header('ETag', tag)
      .header('Last-Modified', new Date(0).toUTCString())
      .json(200, { version: 7 });
  };

  negotiated = (ctx: Context) =>
    isHtml(ctx)
      ? ctx.response().data(200, 'text/html', '<p>1</p>')
      : ctx.response().vary('Accept').json(200, { value: 1 });
}

export const webRoutes = (route: Router): void => {
  const pages = new Pages();
  const web = route.prefix('/web').name('web.');

  web.get('/home', pages.home).name('home');
  web.get('/fresh', pages.fresh);
  web.get('/negotiated', pages.negotiated);

  web.get('/things/{id}', (ctx) => ({ id: ctx.request().routeInt('id') })).name('things.show');
  web.post('/things', (ctx) => {
    const id = 7;
    return ctx
      .response()
      .header('Location', facades.Route().url('web.things.show', { id }))
      .header('X-Request-Cost', 3)
      .json(201, { id });
  });

  web.get('/report', (ctx) => ctx.response().download('package.json', 'report.json'));
  web.get('/manual', (ctx) => ctx.response().file('package.json'));
  web.get('/away', (ctx) => ctx.response().redirectAway(307, 'https://nodejs.org/'));
  web.get('/moved', (ctx) => ctx.response().redirect(301, '/web/home'));
  web.post('/sessions', (ctx) => ctx.response().cookie('sid', 'abc', { httpOnly: true }).redirect(303, '/web/home'));
  web.get('/named', (ctx) => ctx.response().redirectToRoute('web.home'));
  web.get('/csv', (ctx) =>
    ctx
      .response()
      .header('Content-Disposition', 'attachment; filename="a.csv"')
      .data(200, 'text/csv; charset=utf-8', csv),
  );
  web.get('/pixel', (ctx) => ctx.response().data(200, 'image/png', new Uint8Array([137, 80, 78, 71])));
  web.get('/lines', (ctx) =>
    ctx.response().stream(
      200,
      function* () {
        yield 'one\n';
        yield 'two\n';
      },
      'text/plain; charset=utf-8',
    ),
  );
  web.get('/bytes', (ctx) => ctx.response().stream(200, [new Uint8Array([1, 2])]));
  web.get('/ndjson', (ctx) => ctx.response().stream(200, ['{"a":1}\n', '{"a":2}\n'], 'application/x-ndjson'));
  web.get('/ticks', (ctx) => ctx.response().eventStream(ticks(ctx.request().queryInt('count', 2))));
  web.get('/messages', (ctx) => ctx.response().eventStream(['hello', { event: 'bye', data: 'x' }]));
  web.get('/standard', () => Response.json({ standard: true }, { headers: { 'X-By': 'web' } }));
  web.put('/cookie', (ctx) =>
    ctx.response().cookie('theme', ctx.request().input('theme', 'dark'), { maxAge: 60 }).noContent(),
  );
  web.delete('/cookie', (ctx) => ctx.response().withoutCookie('theme').noContent());
  web.get('/jobs/{id:[12]}', (ctx) => {
    const done = ctx.request().routeInt('id') === 1;
    return done
      ? ctx
          .response()
          .status(200)
          .json({ state: 'done' as const, result: 5 })
      : ctx
          .response()
          .status(202)
          .json({ state: 'waiting' as const });
  });
  web.get('/staged', (ctx) => {
    ctx.response().json(200, { staged: true });
  });
  web.get('/counted', (ctx) => {
    const rows = [{ id: 1 }, { id: 2 }];
    return ctx
      .response()
      .header('X-Total-Count', rows.length)
      .header('Link', '</web/counted?page=2>; rel="next"')
      .json(200, rows);
  });
  web.get('/reset', (ctx) => ctx.response().noContent(205));
  web.match(['PUT', 'PATCH'], '/state', (ctx) => ({
    method: ctx.request().method(),
    on: ctx.request().inputBool('on'),
  }));
  web.redirect('/old/{id}', '/web/things/{id}', 308);
  web.post('/copy', (ctx) => {
    const copy = ctx.response();
    copy.header('X-Copied', 'yes');
    return copy.success().json({ copied: ctx.request().input('what') });
  });
  web.get('/problem', (ctx) => ctx.response().data(422, 'application/problem+json', '{"title":"no"}'));
};
