import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { setup } from '@taproot/core';
import { openApi } from '@taproot/openapi';
import { type RootRouter, routing } from '@taproot/routing';
import { http } from '@taproot/testing';

const text = '{ "openapi": "3.1.0" }\n';

interface Served {
  readonly env?: string;
  readonly config?: object;
  readonly routes?: (route: RootRouter) => void;
  readonly file?: boolean;
}

/** The reply to a request for the document. */
const serve = async (
  { env = 'testing', config = {}, routes = () => {}, file = true }: Served,
  path = '/openapi.json',
) => {
  const basePath = await mkdtemp(join(tmpdir(), 'taproot-openapi-'));
  try {
    await mkdir(join(basePath, 'api'));
    if (file) await writeFile(join(basePath, 'api/openapi.json'), text);
    const app = await setup(null, { basePath, env: { APP_ENV: env } })
      .withPlugins([routing(), openApi()])
      .withConfig({ openapi: config })
      .withRouting(routes)
      .create();
    try {
      const response = await http(app).get(path);
      return { status: response.status, type: response.headers.get('content-type'), text: response.text };
    } finally {
      await app.close();
    }
  } finally {
    await rm(basePath, { recursive: true, force: true });
  }
};

test('the committed file is served as it is', async () => {
  expect(await serve({})).toEqual({ status: 200, type: expect.stringContaining('application/json'), text });
});

test('production serves it only when it is public', async () => {
  expect((await serve({ env: 'production' })).status).toBe(404);
  expect((await serve({ env: 'production', config: { public: true } })).text).toBe(text);
});

test('it has another path, or none', async () => {
  expect((await serve({ config: { path: '/docs/api.json' } }, '/docs/api.json')).text).toBe(text);
  expect((await serve({ config: { path: null } })).status).toBe(404);
});

test('a route of the application goes before it, and a file that was never written is 404', async () => {
  const own = await serve({ routes: (route) => void route.get('/openapi.json', () => ({ own: true })) });
  expect(JSON.parse(own.text)).toEqual({ own: true });
  expect((await serve({ file: false })).status).toBe(404);
});
