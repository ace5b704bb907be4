import { ForbiddenError, type Handler } from '@taproot/core';
import { errors, type RootRouter } from '@taproot/routing';
import { parsePattern, patternShapes } from '../../../plugins/routing/src/pattern/parse-pattern.ts';
import type { Random } from '../../support/random.ts';
import { randomPattern } from './random-routes.ts';

const methods = [['GET'], ['POST'], ['PUT', 'PATCH'], ['DELETE'], ['GET', 'POST'], ['OPTIONS'], ['HEAD']] as const;

/** Routes whose patterns are made up, each answering which one it is and what it was given. */
const randomTable = (route: RootRouter, random: Random): void => {
  const taken = new Set<string>();
  for (let at = 0; at < 80; at++) {
    const pattern = randomPattern(random);
    const own = random.pick(methods);
    const keys = patternShapes(parsePattern(pattern)).flatMap((shape) =>
      own.map((method) => `${method === 'GET' ? 'HEAD' : method} ${shape}`),
    );
    if (keys.some((key) => taken.has(key))) continue;
    for (const key of keys) taken.add(key);
    route.match(own, `/random${pattern}`, (ctx) => {
      const request = ctx.request();
      return ctx.response().json(200, {
        pattern,
        own,
        origin: request.originPath(),
        params: request.routes(),
        path: request.path(),
        url: request.url(),
      });
    });
  }
};

const everything: Handler = (ctx) => {
  const request = ctx.request();
  return ctx.response().json(200, {
    all: request.all(),
    query: request.queries(),
    type: request.contentType(),
    flag: request.inputBool('a'),
    number: request.inputInt('n', -1),
    list: request.inputArray('list'),
    cookie: request.cookie('c'),
    ip: request.ip(),
    accepts: request.accepts('application/json', 'text/html'),
    file: request.file('file')?.clientName() ?? null,
  });
};

/** The same routes for both drivers: `random` must start with the same seed for each. */
export const differentialRoutes =
  (directory: string, random: Random) =>
  (route: RootRouter): void => {
    randomTable(route, random);
    route.any('/echo', everything);
    route
      .post('/raw', async (ctx) => ctx.response().string(200, String((await ctx.request().rawBody()).length)))
      .rawBody();
    route.get('/header', (ctx) => ctx.response().header('X-From', ctx.request().query('value')).noContent());
    route.get('/status/{code:[1-5][0-9]{2}}', (ctx) => ctx.response().string(ctx.request().routeInt('code'), 'body'));
    route.get('/cookie', (ctx) => ctx.response().cookie('a', ctx.request().query('value')).string(200, 'set'));
    route.get('/redirect', (ctx) => ctx.response().redirect(302, ctx.request().query('to')));
    route.get('/stream', (ctx) => ctx.response().stream(200, ['one ', 'two '], 'text/plain'));
    route.get('/events', (ctx) => ctx.response().eventStream(['first', { data: { n: 2 }, id: '2' }]));
    route.get('/abort/{code}', (ctx) => ctx.request().abort(ctx.request().routeInt('code', 400)));
    route.get('/throw', () => {
      throw new Error('secret');
    });
    route.get('/reject', () => Promise.reject(errors.E_ROUTE_NOT_FOUND()));
    route.get('/forbidden', () => {
      throw new ForbiddenError('Not yours.', { headers: { 'X-Why': 'owner' } });
    });
    route.get('/file', (ctx) => ctx.response().file(`${directory}/hello.txt`));
    route.get('/download', (ctx) => ctx.response().download(`${directory}/hello.txt`, 'grüße.txt'));
    route.static('/static', directory);
    route.get('/static/beside', (ctx) => ctx.response().string(200, 'beside'));
    route.resource('/posts', { index: everything, show: everything, store: everything, update: everything });
  };
