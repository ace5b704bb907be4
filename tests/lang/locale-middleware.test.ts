import { describe, expect, test } from '@jest/globals';
import type { Context } from '@taproot/core';
import { LocaleSet } from '../../plugins/lang/src/catalog/locale-set.ts';
import { negotiateLocale } from '../../plugins/lang/src/catalog/negotiate-locale.ts';
import { drivers } from '../support/drivers.ts';
import { bootWith, type Register, type Served, serveLang } from './support.ts';

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
    ['zh-Hant-TW', 'zh-TW'],
    ['zh-Hant-HK', 'zh-TW'],
    ['zh-Hans-SG', 'zh'],
    ['pt-PT', 'pt-BR'],
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

describe('E-7: names of directories and tags of browsers', () => {
  const locales = new LocaleSet(['en', 'zh_CN', 'zh_TW', 'sr_Cyrl', 'nb', 'he', 'pt_BR', 'de_DE', 'es_419']);

  test('every name is a language tag', () => {
    expect(locales.names).toEqual(['de-DE', 'en', 'es-419', 'he', 'nb', 'pt-BR', 'sr-Cyrl', 'zh-CN', 'zh-TW']);
    expect(Intl.getCanonicalLocales([...locales.names])).toEqual(locales.names);
    expect(new LocaleSet(['iw']).names).toEqual(['he']);
  });

  test.each([
    ['zh-Hans-CN', 'zh-CN'],
    ['zh-Hans', 'zh-CN'],
    ['zh', 'zh-CN'],
    ['zh-Hant-TW', 'zh-TW'],
    ['zh-Hant', 'zh-TW'],
    ['zh-HK', 'zh-TW'],
    ['sr-RS', 'sr-Cyrl'],
    ['sr', 'sr-Cyrl'],
    ['no', 'nb'],
    ['nb-NO', 'nb'],
    ['iw', 'he'],
    ['iw-IL', 'he'],
    ['he-IL', 'he'],
    ['pt-PT', 'pt-BR'],
    ['de', 'de-DE'],
    ['de-AT, en;q=0.9', 'de-DE'],
    ['es-MX', null],
    ['es', 'es-419'],
    ['sr-Latn-RS', null],
    ['nn', null],
    ['fr-CA, zh-Hant;q=0.5', 'zh-TW'],
    [`${'xx,'.repeat(32)}de`, null],
  ])('%s means %j', (header, locale) => {
    expect(negotiateLocale(header, locales)).toBe(locale);
  });

  test('a script that was asked for goes before the language alone', () => {
    const both = new LocaleSet(['zh', 'zh_TW', 'sr', 'sr_Latn']);
    const meant = (tag: string) => both.match(tag);
    expect([meant('zh-Hant-HK'), meant('zh-Hans-SG'), meant('sr-Latn-RS'), meant('sr-RS')]).toEqual([
      'zh-TW',
      'zh',
      'sr-Latn',
      'sr',
    ]);
    expect(new LocaleSet(['zh']).match('zh-Hant-TW')).toBe('zh');
  });
});

describe.each(drivers)('middleware.locale() on the %s driver', (driver) => {
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

  test('E-7: a directory pt_BR is the locale pt-BR on the wire, in handlers and for Intl', async () => {
    const brazil = { 'lang/en.json': { hello: 'Hello' }, 'lang/pt_BR/a.json': { hello: 'Oi' } };
    const server = await serveLang(
      brazil,
      (route, { facades, middleware }) => {
        const shown = (ctx: Context) => {
          const number = new Intl.NumberFormat(ctx.locale()).format(1234.5);
          return ctx.response().string(200, `${ctx.locale()} ${facades.Lang(ctx).get('a.hello')} ${number}`);
        };
        route.middleware(middleware.locale()).get('/', shown);
        route.get('/set/{locale}', (ctx) => {
          facades.App().setLocale(ctx, ctx.request().route('locale'));
          return shown(ctx);
        });
        route.get('/unchecked', (ctx) => shown(ctx.setLocale('pt_BR')));
      },
      driver,
    );
    const reply = await ask(server, '/', 'pt-BR');
    expect([await reply.text(), reply.headers.get('content-language')]).toEqual(['pt-BR Oi 1.234,5', 'pt-BR']);
    for (const path of ['/set/pt_BR', '/set/pt-br', '/unchecked'])
      expect(await (await ask(server, path, '')).text()).toBe('pt-BR Oi 1.234,5');
  });

  test('E-7: so is app.locale, with and without a request', async () => {
    const app = await bootWith(
      { 'lang/pt_BR.json': { hello: 'Oi' } },
      { env: { APP_LOCALE: 'pt_BR', APP_FALLBACK_LOCALE: 'pt_BR' } },
    );
    expect([app.locale, app.currentLocale(), app.facades.Lang().getFallback()]).toEqual(['pt-BR', 'pt-BR', 'pt-BR']);
    expect([app.facades.Lang().get('hello'), app.isLocale(null, 'pt_BR')]).toEqual(['Oi', true]);
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
