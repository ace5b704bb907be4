import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import type { Handler } from '@taproot/core';
import { fakeContext } from '@taproot/core/testing';
import { http } from '@taproot/routing/testing';
import { lateHandler } from '../../../plugins/routing/src/files/late-handler.ts';
import { bootRoutes } from '../../support/serve.ts';

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
      config: { http: { default: driver } },
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

test.each(['koa', 'fastify'])(
  'file() without its file tells the development log which one is missing (%s)',
  async (driver) => {
    const path = join(import.meta.dirname, '../../support/no/such.txt');
    const absent = (route: string) =>
      expect.objectContaining({
        code: 'E_FILE_ABSENT',
        message: expect.stringMatching(
          `^The handler of GET\\|HEAD ${route} at tests/routing/files/handlers\\.test\\.ts:\\d+ sends the file "${path}", which does not exist, so the client gets 404\\.$`,
        ),
      });
    const where = (asked: string) => expect.objectContaining({ where: 'request', method: 'GET', path: asked });
    expect(await reportsOf(driver, { APP_ENV: 'development' })).toEqual([
      [absent('/file'), where('/file')],
      [absent('/download'), where('/download')],
    ]);
    expect(await reportsOf(driver, { APP_ENV: 'production' })).toEqual([]);
  },
);

const answers: Handler = (ctx) => ctx.response().string(200, 'made');

test('is loaded once, by the first of its requests, however many come at a time', async () => {
  let loads = 0;
  const handler = lateHandler(async () => {
    loads++;
    return answers;
  });
  expect(loads).toBe(0);
  const ctx = fakeContext();
  const responses = await Promise.all([handler(ctx), handler(ctx)]);
  expect(responses.map((response) => response?.body)).toEqual(['made', 'made']);
  expect(loads).toBe(1);
});

test('once loaded it is called as it is, without a promise in between', async () => {
  const handler = lateHandler(async () => answers);
  const ctx = fakeContext();
  await handler(ctx);
  expect(handler(ctx)).toMatchObject({ status: 200, body: 'made' });
});

test('what failed to load is loaded again for the next request', async () => {
  let loads = 0;
  const handler = lateHandler(async () => {
    if (++loads === 1) throw new Error('no descriptor is left');
    return answers;
  });
  const ctx = fakeContext();
  await expect(handler(ctx)).rejects.toThrow('no descriptor is left');
  expect(await handler(ctx)).toMatchObject({ body: 'made' });
});
