import { describe, expect, test } from '@jest/globals';
import { LocaleSet } from '../../plugins/lang/src/catalog/locale-set.ts';
import { negotiateLocale } from '../../plugins/lang/src/http/negotiate-locale.ts';
import { type Register, type Served, serveLang } from './support.ts';

const files = {
  'lang/en.json': { hello: 'Hello' },
  'lang/de.json': { hello: 'Hallo' },
  'lang/pt-BR.json': { hello: 'Oi' },
};

describe('Accept-Language', () => {
  const locales = new LocaleSet(['en', 'de', 'pt-BR', 'zh', 'zh-TW']);

  test.each([
    ['de', 'de'],
    ['de-AT', 'de'],
    ['DE_at, de', 'de'],
    ['fr, de;q=0.5, en;q=0.8', 'en'],
    ['en;q=0.8, de;q=0.8', 'en'],
    ['pt', 'pt-BR'],
    ['pt-PT, pt;q=0.9', 'pt-BR'],
    ['zh-Hant-TW', 'zh'],
    ['zh-TW', 'zh-TW'],
    ['de-AT-1996;q=0.2,\ten ; q=0.1', 'de'],
    ['de;q=0, *', null],
    ['de-CH, de;q=0, en;q=0.1', 'en'],
    ['fr', null],
    ['*', null],
    ['', null],
    ['de;q=2, ;;, en;q=0.1', 'en'],
  ])('%j means %j', (header, locale) => {
    expect(negotiateLocale(header, locales)).toBe(locale);
  });
});

describe.each(['koa', 'fastify'])('middleware.locale() on the %s driver', (driver) => {
  const open = (register: Register): Promise<Served> => serveLang(files, register, driver);
  const ask = (server: Served, path: string, header: string): Promise<Response> =>
    fetch(server.url + path, { headers: { 'Accept-Language': header } });

  test('answers in the language that the client asks for, and says so', async () => {
    const server = await open((route, { facades, middleware }) => {
      route
        .middleware(middleware.locale())
        .get('/', (ctx) => ctx.response().string(200, facades.Lang(ctx).get('hello')));
    });
    const answers = [];
    for (const header of ['de-DE, en;q=0.5', 'fr', 'pt']) {
      const reply = await ask(server, '/', header);
      answers.push([await reply.text(), reply.headers.get('content-language'), reply.headers.get('vary')]);
    }
    expect(answers).toEqual([
      ['Hallo', 'de', 'Accept-Language'],
      ['Hello', 'en', 'Accept-Language'],
      ['Oi', 'pt-BR', 'Accept-Language'],
    ]);
  });

  test('tells the locale that the handler chose in the end, or the header it set', async () => {
    const server = await open((route, { facades, middleware }) => {
      const localised = route.middleware(middleware.locale());
      localised.get('/chosen', (ctx) => {
        facades.App().setLocale(ctx, 'de');
        return ctx.response().noContent();
      });
      localised.get('/own', (ctx) => ctx.response().header('Content-Language', 'la').noContent());
      localised.get('/unchecked', (ctx) => {
        ctx.setLocale('tlh-Latn');
        return ctx.response().noContent();
      });
    });
    const told = async (path: string) => (await ask(server, path, 'pt')).headers.get('content-language');
    expect([await told('/chosen'), await told('/own'), await told('/unchecked')]).toEqual(['de', 'la', 'en']);
  });

  test('is left out without it, and on routes that exclude it', async () => {
    const server = await open((route, { middleware }) => {
      route.get('/plain', (ctx) => ctx.response().string(200, ctx.locale()));
      route
        .middleware(middleware.locale())
        .get('/excluded', (ctx) => ctx.response().string(200, ctx.locale()))
        .withoutMiddleware(middleware.locale());
    });
    for (const path of ['/plain', '/excluded']) {
      const reply = await ask(server, path, 'de');
      expect([await reply.text(), reply.headers.get('content-language')]).toEqual(['en', null]);
    }
  });

  test('holds for the errors of its routes', async () => {
    const server = await open((route, { facades, middleware }) => {
      route.middleware(middleware.locale()).get('/{locale}', (ctx) => {
        facades.Lang(ctx).setLocale(ctx.request().route('locale'));
      });
    });
    const reply = await ask(server, '/xx', 'de');
    expect([reply.status, reply.headers.get('content-language')]).toEqual([400, 'de']);
    expect(await reply.json()).toMatchObject({ code: 'E_LOCALE_UNKNOWN' });
  });
});
