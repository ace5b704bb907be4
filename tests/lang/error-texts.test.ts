import { readdirSync, readFileSync } from 'node:fs';
import { STATUS_CODES } from 'node:http';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from '@jest/globals';
import { errors as accountErrors } from '@taproot/account';
import { type AuthUser, auth, errors as authErrors, GateResponse, type UserProvider } from '@taproot/auth';
import { errors as broadcastErrors } from '@taproot/broadcast';
import { errors as cacheErrors } from '@taproot/cache';
import { type Application, createFacades, ForbiddenError, HttpError, NotFoundError, setup } from '@taproot/core';
import { errors as databaseErrors } from '@taproot/database';
import { fastify } from '@taproot/fastify';
import { lang } from '@taproot/lang';
import { errors as mcpErrors } from '@taproot/mcp';
import { routing, errors as routingErrors } from '@taproot/routing';
import { errors as sessionErrors } from '@taproot/session';
import { errors as storageErrors } from '@taproot/storage';
import { http } from '@taproot/testing';
import { limit, throttle, errors as throttleErrors } from '@taproot/throttle';
import { validation, errors as validationErrors } from '@taproot/validation';
import { errors as webhookErrors } from '@taproot/webhooks';
import { errors as websocketErrors } from '@taproot/websocket';
import { drivers } from '../support/drivers.ts';
import { type Files, folderOf } from './support.ts';

const root = join(import.meta.dirname, '../..');
const read = (folder: string, locale: string): Record<string, string> =>
  JSON.parse(readFileSync(join(root, folder, locale, 'errors.json'), 'utf8')) as Record<string, string>;
const locales = readdirSync(join(root, 'plugins/lang/lang')).sort();
const english = read('plugins/lang/lang', 'en');
const placeholders = (text: string): string[] => [...text.matchAll(/:\w+/g)].map(([name]) => name).sort();

describe('the language files for errors', () => {
  test('are in the languages that validation has', () => {
    expect(locales).toEqual(readdirSync(join(root, 'plugins/validation/lang')).sort());
  });

  test('say in English what the error tables say', () => {
    const tables = {
      ...accountErrors,
      ...broadcastErrors,
      ...routingErrors,
      ...authErrors,
      ...throttleErrors,
      ...validationErrors,
      ...databaseErrors,
      ...sessionErrors,
      ...cacheErrors,
      ...mcpErrors,
      ...websocketErrors,
      ...webhookErrors,
      ...storageErrors,
    };
    const rows = new Map(Object.entries(tables).map(([code, { row }]) => [code, row.message]));
    for (const [key, text] of Object.entries(english)) {
      const status = /^E_HTTP_(\d+)$/.exec(key)?.[1];
      if (status !== undefined) expect([key, text]).toEqual([key, STATUS_CODES[Number(status)]]);
      else if (key.startsWith('E_')) expect([key, text]).toEqual([key, rows.get(key)?.replaceAll(/\{(\w+)\}/g, ':$1')]);
    }
  });

  test.each(locales)('%s has every text, in the order of the alphabet, with its placeholders', (locale) => {
    const texts = read('plugins/lang/lang', locale);
    expect(Object.keys(texts)).toEqual(Object.keys(english).sort());
    for (const [key, text] of Object.entries(texts))
      expect([key, placeholders(text)]).toEqual([key, placeholders(english[key] ?? '')]);
  });

  test('of a new application are these', () => {
    for (const locale of ['en', 'de'])
      expect(read('app-skeleton/lang', locale)).toEqual(read('plugins/lang/lang', locale));
  });
});

const ada: AuthUser = { id: 1, email: 'ada@example.com' };
const memory: UserProvider = {
  findById: () => ada,
  findByCredentials: () => null,
  idOf: () => '1',
};
let app: Application | null = null;
afterEach(async () => {
  await app?.close();
  app = null;
});

const validationTexts = (locale: string): unknown =>
  JSON.parse(readFileSync(join(root, 'plugins/validation/lang', locale, 'validation.json'), 'utf8'));

const files = {
  'lang/en/errors.json': english,
  'lang/en/posts.json': { not_yours: '":title" is not yours.' },
  'lang/de/errors.json': { ...read('plugins/lang/lang', 'de'), E_TITLE_TAKEN: '„:title“ ist vergeben.' },
  'lang/de/posts.json': { not_yours: '„:title“ gehört Ihnen nicht.' },
  'lang/de/validation.json': validationTexts('de'),
  // Some texts only.
  'lang/it/errors.json': { E_ROUTE_NOT_FOUND: 'Qui non c’è niente.', E_HTTP_422: 'Dati non validi' },
};

const open = async (driver: string, given: Files = files, env: Record<string, string> = {}): Promise<Application> => {
  const folder = folderOf(given);
  const handle = createFacades();
  const { facades, middleware } = handle;
  app = await setup(handle, { basePath: folder, env: { APP_ENV: 'testing', ...env } })
    .withPlugins([routing(), fastify(), lang(), validation(), throttle(), auth()])
    .withConfig({ http: { driver }, auth: { providers: { users: { driver: 'memory' } } } })
    .withMiddleware((stack) => stack.append(middleware.locale()))
    .withCallback((booting) => {
      booting.hooks.report.tap('test', () => undefined);
      facades.Auth().provider('memory', () => memory);
      facades.RateLimiter().for('once', () => limit.perMinute(1).by('all'));
      facades
        .Gate()
        .define('test:never', () => false)
        .define('test:mine', () => GateResponse.deny('posts.not_yours', 403, { title: 'Moss' }))
        .define('test:hidden', () => GateResponse.denyAsNotFound());
    })
    .withRouting((route) => {
      for (const ability of ['test:never', 'test:mine', 'test:hidden'] as const)
        route.get(`/${ability}`, async (ctx) => {
          await facades.Gate(ctx).forUser(ada).authorize(ability);
        });
      route.get('/message', async (ctx) =>
        ctx.response().string(200, (await facades.Gate(ctx).forUser(ada).inspect('test:mine')).message()),
      );
      route.post('/form', async (ctx) =>
        ctx.response().json(200, await ctx.request().validated({ email: 'required|email' })),
      );
      route.middleware(middleware.auth()).get('/me', (ctx) => ctx.response().noContent());
      route.middleware(middleware.throttle('once')).get('/once', (ctx) => ctx.response().noContent());
      route.get('/abort', (ctx) => ctx.request().abort(404));
      route.get('/own', () => Promise.reject(new NotFoundError('The post is gone.')));
      route.get('/key', () => Promise.reject(new ForbiddenError('posts.not_yours', { values: { title: 'Fern' } })));
      route.get('/coded', () =>
        Promise.reject(new HttpError(409, 'Taken.', { code: 'E_TITLE_TAKEN', values: { title: 'Fern' } })),
      );
      route.get('/fails', () => Promise.reject(new Error('secret detail')));
    })
    .create();
  return app;
};

const asking = (application: Application, language: string) =>
  http(application).withHeader('Accept-Language', language);

/** The language of the page and the texts in it, without what surrounds them. */
const shown = (html: string) => ({
  lang: /<html lang="([^"]*)"/.exec(html)?.[1],
  main: /<main>([^]*)<\/main>/
    .exec(html)?.[1]
    ?.replaceAll(/(?:\s*<[^>]*>)+\s*/g, ' ')
    .trim(),
});

describe.each(drivers)('F-12: errors on the %s driver in the language of the request', (driver) => {
  test.each([
    ['GET', '/nowhere', 404, 'E_ROUTE_NOT_FOUND', 'Nicht gefunden', 'Unter dieser Adresse gibt es nichts.'],
    ['POST', '/own', 405, 'E_METHOD_NOT_ALLOWED', 'Methode nicht erlaubt', 'Diese Adresse beantwortet POST nicht.'],
    ['GET', '/abort', 404, 'E_HTTP_404', 'Nicht gefunden', 'Nicht gefunden'],
    ['GET', '/me', 401, 'E_UNAUTHENTICATED', 'Anmeldung erforderlich', 'Sie sind nicht angemeldet.'],
    ['GET', '/test:never', 403, 'E_HTTP_403', 'Zugriff verweigert', 'Das ist nicht erlaubt.'],
    ['GET', '/test:hidden', 404, 'E_HTTP_404', 'Nicht gefunden', 'Nicht gefunden'],
    ['GET', '/fails', 500, 'E_HTTP_500', 'Fehler auf dem Server', 'Fehler auf dem Server'],
  ])('%s %s is %d in JSON and as a page', async (method, path, status, code, phrase, message) => {
    const client = asking(await open(driver), 'de');
    const json = await client.accept('application/json').call(method, path).assertStatus(status);
    expect(json.json()).toMatchObject({ code, message });
    const page = await client.accept('text/html').call(method, path).assertStatus(status);
    const failed = 'Auf dem Server ist etwas schiefgegangen. Bitte versuchen Sie es später noch einmal.';
    const said = status === 500 ? failed : message;
    expect(shown(page.text)).toEqual({ lang: 'de', main: `${status} ${phrase}${said === phrase ? '' : ` ${said}`}` });
    expect(page.text).toContain('<span>Anfrage</span>');
  });

  test('422 has its message and those of the fields', async () => {
    const client = asking(await open(driver), 'de');
    const reply = await client.accept('application/json').post('/form', { email: 'x' });
    const email = ['„email“ muss eine E-Mail-Adresse sein.'];
    expect(reply.json()).toMatchObject({ message: 'Die Eingabe ist nicht gültig.', errors: { email } });
    const page = await client.accept('text/html').post('/form', { email: 'x' }).assertStatus(422);
    expect(shown(page.text)).toEqual({
      lang: 'de',
      main: `422 Bitte prüfen Sie Ihre Angaben Die Eingabe ist nicht gültig. email ${email[0]}`,
    });
    expect(page.text.match(/ lang="/g)).toHaveLength(1);
  });

  test('429 has its seconds', async () => {
    const client = asking(await open(driver), 'de').accept('application/json');
    await client.get('/once').assertNoContent();
    const reply = await client.get('/once').assertStatus(429);
    expect(reply.json<{ message: string }>().message).toMatch(
      /^Zu viele Anfragen\. Versuchen Sie es in \d+ s noch einmal\.$/,
    );
  });

  test('a denial of the gate names a text, with its values', async () => {
    const application = await open(driver);
    const german = asking(application, 'de').accept('application/json');
    const english = asking(application, 'en').accept('application/json');
    await german.get('/test:mine').assertForbidden().assertJsonPath('message', '„Moss“ gehört Ihnen nicht.');
    await english.get('/test:mine').assertForbidden().assertJsonPath('message', '"Moss" is not yours.');
    await german.get('/message').assertSee('„Moss“ gehört Ihnen nicht.');
  });

  test('so does the message of an error of the application, and its code', async () => {
    const client = asking(await open(driver), 'de').accept('application/json');
    await client.get('/key').assertForbidden().assertJsonPath('message', '„Fern“ gehört Ihnen nicht.');
    await client.get('/coded').assertStatus(409).assertJsonPath('message', '„Fern“ ist vergeben.');
    await client.get('/own').assertNotFound().assertJsonPath('message', 'The post is gone.');
  });

  test('a page says which language each of its texts is in', async () => {
    const application = await open(driver);
    const page = async (language: string, method: string, path: string, body?: object) =>
      (await asking(application, language).accept('text/html').call(method, path, body)).text;
    const italian = await page('it', 'GET', '/nowhere');
    expect(italian).toContain('<html lang="it">');
    expect(italian).toContain('<h1 lang="en"><span>404</span> Not Found</h1>\n<p>Qui non c’è niente.</p>');
    expect(italian).toContain('<span lang="en">Request</span>');
    const form = await page('it', 'POST', '/form', {});
    expect(form).toContain('<html lang="en">');
    expect(form).toContain('<h1 lang="it"><span>422</span> Dati non validi</h1>\n<p>The input is not valid.</p>');
    expect(form).toContain('<dd>');
    // What the application wrote itself counts as written for the reader.
    expect(await page('de', 'GET', '/own')).toContain('<html lang="de">');
    expect(await page('ja', 'GET', '/nowhere')).toContain('<html lang="en">');
  });

  test('without language files of the application the plugins have six languages', async () => {
    const client = asking(await open(driver, {}, { APP_LOCALE: 'de' }), 'de');
    await client
      .accept('application/json')
      .get('/nowhere')
      .assertJsonPath('message', 'Unter dieser Adresse gibt es nichts.');
    const page = await client.accept('text/html').get('/nowhere');
    expect(shown(page.text)).toEqual({ lang: 'de', main: '404 Nicht gefunden Unter dieser Adresse gibt es nichts.' });
  });

  test('in a language that nobody has, everything is English, and says so', async () => {
    const client = asking(await open(driver, {}, { APP_LOCALE: 'ja' }), 'ja');
    await client
      .accept('application/json')
      .get('/nowhere')
      .assertJsonPath('message', 'Nothing answers at this address.');
    const page = await client.accept('text/html').get('/nowhere');
    expect(shown(page.text)).toEqual({ lang: 'en', main: '404 Not Found Nothing answers at this address.' });
  });

  test('a developer reads the error as it stands in the code', async () => {
    const client = asking(await open(driver, files, { APP_DEBUG: 'true' }), 'de').accept('application/json');
    await client.get('/fails').assertStatus(500).assertJsonPath('message', 'secret detail');
  });
});
