import { join } from 'node:path';
import { afterEach, describe, expect, test } from '@jest/globals';
import { type Context, HttpError } from '@taproot/core';
import { http } from '@taproot/testing';
import { drivers } from '../../support/drivers.ts';
import { bootRoutes, type Served, serve } from '../../support/serve.ts';

let served: Served | null = null;
const reported: unknown[] = [];
const floating: unknown[] = [];
const onFloating = (reason: unknown): void => void floating.push(reason);

type Tap = (error: unknown, ctx: Context) => unknown;

/** Opens an application with this tap on `http.error`, whatever its type says. */
const open = async (tap: Tap): Promise<string> => {
  reported.length = 0;
  floating.length = 0;
  process.on('unhandledRejection', onFloating);
  served = await serve(
    (route) => {
      route.get('/thrown', () => {
        throw new Error('boom');
      });
      route.get('/rejected', () => Promise.reject(new Error('boom')));
      route.get('/refused', () => {
        throw new HttpError(409, 'taken');
      });
    },
    {
      apply: (app) => {
        app.hooks.report.tap('test', (error) => void reported.push(error));
        app.facades.Http().hooks.error.tap('test', tap as never);
      },
    },
  );
  return served.url;
};

afterEach(async () => {
  process.off('unhandledRejection', onFloating);
  await served?.close();
  served = null;
});

describe('a tap on http.error that gives a promise', () => {
  test('answers with what it promised', async () => {
    const url = await open(async (error, ctx) => ctx.response().json(418, { seen: String(error) }));
    for (const path of ['/thrown', '/rejected']) {
      const reply = await fetch(`${url}${path}`);
      expect([reply.status, await reply.json()]).toEqual([418, { seen: 'Error: boom' }]);
    }
    expect(reported).toEqual([]);
  });

  test('of nothing, leaves the error to its own response, and it is reported', async () => {
    const url = await open(async () => undefined);
    for (const path of ['/thrown', '/rejected']) {
      const reply = await fetch(`${url}${path}`);
      expect([reply.status, await reply.json()]).toMatchObject([500, { code: 'E_HTTP_500' }]);
    }
    expect(reported.map(String)).toEqual(['Error: boom', 'Error: boom']);
    const refused = await fetch(`${url}/refused`);
    expect([refused.status, await refused.json()]).toMatchObject([409, { message: 'taken' }]);
  });

  test('that rejects, is reported beside the error, and the client is answered', async () => {
    const url = await open(() => Promise.reject(new Error('sentry is down')));
    const reply = await fetch(`${url}/thrown`);
    expect([reply.status, await reply.json()]).toMatchObject([500, { code: 'E_HTTP_500' }]);
    expect(reported.map(String)).toEqual(['Error: sentry is down', 'Error: boom']);
    const refused = await fetch(`${url}/refused`);
    expect([refused.status, await refused.json()]).toMatchObject([409, { message: 'taken' }]);
    expect(floating).toEqual([]);
  });
});

describe('a tap on http.error that throws', () => {
  test('is reported, and the error has its own response', async () => {
    const url = await open(() => {
      throw new Error('sentry is down');
    });
    const refused = await fetch(`${url}/refused`);
    expect([refused.status, await refused.json()]).toMatchObject([409, { message: 'taken' }]);
    expect((await fetch(`${url}/unknown`)).status).toBe(404);
    expect((await fetch(`${url}/refused`, { method: 'POST' })).headers.get('allow')).toBe('GET, HEAD');
    expect(reported.map(String)).toEqual(Array<string>(3).fill('Error: sentry is down'));
    reported.length = 0;
    for (const path of ['/thrown', '/rejected']) {
      const reply = await fetch(`${url}${path}`);
      expect([reply.status, await reply.json()]).toMatchObject([500, { code: 'E_HTTP_500' }]);
      expect(reported.splice(0).map(String)).toEqual(['Error: sentry is down', 'Error: boom']);
    }
  });
});

const reportsOf = async (driver: string, env: Readonly<Record<string, string>>) => {
  const reports: unknown[] = [];
  const app = await bootRoutes(
    (route) => {
      route.get('/file', (ctx) => ctx.response().file('no/such.txt'));
      route.get('/download', (ctx) => ctx.response().download('no/such.txt', 'a.txt'));
      route.static('/static', '.');
    },
    {
      driver,
      env,
      config: { http: { driver } },
      apply: (booting) => booting.hooks.report.tap('test', (error, origin) => void reports.push([error, origin])),
    },
  );
  for (const path of ['/file', '/download', '/static/none.txt'])
    await http(app)
      .get(path)
      .assertNotFound()
      .assertJson({ code: 'E_ROUTE_NOT_FOUND', message: 'Nothing answers at this address.' });
  await app.close();
  return reports;
};

test.each(drivers)('file() without its file tells the development log which one is missing (%s)', async (driver) => {
  const path = join(import.meta.dirname, '../../support/no/such.txt');
  const absent = (route: string) =>
    expect.objectContaining({
      code: 'E_FILE_ABSENT',
      message: expect.stringMatching(
        `^The handler of GET\\|HEAD ${route} at tests/routing/http/error-response\\.test\\.ts:\\d+ sends the file "${path}", which does not exist, so the client gets 404\\.$`,
      ),
    });
  const where = (asked: string) => expect.objectContaining({ where: 'request', method: 'GET', path: asked });
  expect(await reportsOf(driver, { APP_ENV: 'development' })).toEqual([
    [absent('/file'), where('/file')],
    [absent('/download'), where('/download')],
  ]);
  expect(await reportsOf(driver, { APP_ENV: 'production' })).toEqual([]);
});

test.each(drivers)('an error that depends on Accept says so to caches, on the driver %s', async (driver) => {
  const app = await bootRoutes(
    (route) => {
      route.get('/thrown', (ctx) => {
        ctx.response().vary('Origin');
        throw new HttpError(404);
      });
      route.get('/debug', () => {
        throw new Error('boom');
      });
    },
    { driver, config: { app: { debug: true } }, apply: (booting) => booting.hooks.report.tap('test', () => undefined) },
  );
  for (const type of ['application/json', 'text/html']) {
    const client = http(app).accept(type);
    await client.get('/unknown').assertNotFound().assertHeader('Vary', 'Accept');
    await client.post('/debug').assertMethodNotAllowed().assertHeader('Vary', 'Accept');
    await client.get('/thrown').assertNotFound().assertHeader('Vary', 'Origin, Accept');
    await client.get('/debug').assertServerError().assertHeader('Vary', 'Accept');
  }
  await app.close();
});
