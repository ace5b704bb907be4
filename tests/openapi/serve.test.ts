import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { auth } from '@taproot/auth';
import { setup } from '@taproot/core';
import { definePlugin } from '@taproot/core/plugin';
import { type OpenApiAccess, openapi } from '@taproot/openapi';
import { type RootRouter, routing } from '@taproot/routing';
import { http } from '@taproot/testing';

declare module '@taproot/auth' {
  interface Abilities {
    viewApiDocs: undefined;
  }
}

const text = '{ "openapi": "3.1.0" }\n';
const asyncText = '{ "asyncapi": "3.0.0" }\n';
const script = 'globalThis.Scalar = {};\n';

interface Served {
  readonly env?: string;
  readonly config?: object;
  readonly routes?: (route: RootRouter) => void;
  /** What the ability `viewApiDocs` says; without it there is none. */
  readonly ability?: () => boolean;
  /** What is in the folder of the application. */
  readonly has?: readonly ('document' | 'scalar')[];
}

const abilities = (allows: () => boolean) =>
  definePlugin({
    name: 'abilities',
    after: ['auth'],
    apply: (app) => void app.facades.Gate().define('viewApiDocs', () => allows(), { guests: true }),
  });

/** The replies to requests for these paths, in their order. */
const serve = async (
  { env = 'development', config = {}, routes = () => {}, ability, has = ['document', 'scalar'] }: Served,
  paths: readonly string[] = ['/openapi.json', '/docs', '/docs/scalar.js'],
  headers: Readonly<Record<string, string>> = {},
) => {
  const basePath = await mkdtemp(join(tmpdir(), 'taproot-openapi-'));
  const scalar = join(basePath, 'node_modules/@scalar/api-reference/dist/browser');
  const replies = [];
  try {
    await Promise.all([mkdir(join(basePath, 'api')), mkdir(scalar, { recursive: true })]);
    if (has.includes('document')) await writeFile(join(basePath, 'api/openapi.json'), text);
    await writeFile(join(basePath, 'api/asyncapi.json'), asyncText);
    if (has.includes('scalar')) await writeFile(join(scalar, 'standalone.js'), script);
    const app = await setup(null, { basePath, env: { APP_ENV: env } })
      .withPlugins([routing(), ...(ability === undefined ? [] : [auth(), abilities(ability)]), openapi()])
      .withConfig({ openapi: config })
      .withCallback((made) => made.hooks.report.tap('quiet', () => undefined))
      .withRouting(routes)
      .create();
    try {
      for (const path of paths) replies.push(await http(app).withHeaders(headers).get(path));
    } finally {
      await app.close();
    }
  } finally {
    await rm(basePath, { recursive: true, force: true });
  }
  return replies;
};

const statuses = async (...given: Parameters<typeof serve>) => (await serve(...given)).map(({ status }) => status);

test('the committed file is served as it is, with what a static file has', async () => {
  const [reply] = await serve({});
  expect([reply?.status, reply?.text]).toEqual([200, text]);
  expect(reply?.headers.get('content-type')).toContain('application/json');
  const etag = reply?.headers.get('etag') ?? '';
  expect(etag).not.toBe('');
  const [staticFile] = await serve({ routes: (route) => void route.staticFile('/same.json', 'api/openapi.json') }, [
    '/same.json',
  ]);
  expect([...(reply?.headers.keys() ?? [])]).toEqual([...(staticFile?.headers.keys() ?? [])]);
});

test('an application with sockets serves their document beside it, to the same clients', async () => {
  const socket = {
    path: '/live',
    handler: () => undefined,
    describe: () => ({ source: null, receives: {}, sends: {}, refusal: { event: 'error', data: {} }, query: {} }),
  };
  const routes = (route: RootRouter) => void route.socket(socket);
  const path = ['/asyncapi.json'];
  const [reply] = await serve({ routes }, path);
  expect([reply?.status, reply?.text]).toEqual([200, asyncText]);
  expect(await statuses({}, path)).toEqual([404]);
  expect(await statuses({ routes, env: 'production' }, path)).toEqual([404]);
  expect(await statuses({ routes, env: 'production', ability: () => false }, path)).toEqual([403]);
});

test('by default it is seen where app.debug is on, and otherwise by those whom viewApiDocs allows', async () => {
  expect(await statuses({})).toEqual([200, 200, 200]);
  expect(await statuses({ env: 'production' })).toEqual([404, 404, 404]);
  expect(await statuses({ env: 'production', ability: () => true })).toEqual([200, 200, 200]);
  expect(await statuses({ env: 'production', ability: () => false })).toEqual([403, 403, 403]);
  expect(await statuses({ ability: () => false })).toEqual([200, 200, 200]);
});

test('a setting says otherwise: everybody, nobody, or those whom a function lets in', async () => {
  const asked: OpenApiAccess = async (ctx) => ctx.request().header('x-inside') === 'yes';
  expect(await statuses({ env: 'production', config: { access: true } })).toEqual([200, 200, 200]);
  expect(await statuses({ config: { access: false }, ability: () => true })).toEqual([404, 404, 404]);
  expect(await statuses({ config: { access: asked } })).toEqual([403, 403, 403]);
  expect(await statuses({ config: { access: asked } }, undefined, { 'x-inside': 'yes' })).toEqual([200, 200, 200]);
});

test('each document has its file, its page and its access', async () => {
  const config = {
    documents: { v1: { access: true, file: 'api/openapi.json' }, inside: { access: false }, hidden: { path: null } },
  };
  const paths = ['/v1/openapi.json', '/v1/docs', '/v1/docs/scalar.js', '/inside/openapi.json', '/hidden/openapi.json'];
  expect(await statuses({ env: 'production', config }, paths)).toEqual([200, 200, 200, 404, 404]);
  expect(await statuses({ env: 'production', config })).toEqual([404, 404, 404]);
  const [page] = await serve({ config }, ['/v1/docs']);
  expect(page?.text).toContain('/v1/openapi.json');
});

test('a function that throws, or answers something else than true, lets nobody in', async () => {
  const throws = () => {
    throw new Error('no');
  };
  expect(await statuses({ env: 'production', config: { access: throws } })).toEqual([500, 500, 500]);
  expect(await statuses({ env: 'production', config: { access: () => 'yes' } })).toEqual([403, 403, 403]);
});

test('the page runs its own scripts alone, and asks no other host than those of the servers', async () => {
  const [reply] = await serve({ config: { servers: [{ url: '/' }, { url: 'https://api.example.com/v1' }] } }, [
    '/docs',
  ]);
  const page = reply?.text ?? '';
  const scripts = [...page.matchAll(/<script>(.*?)<\/script>/gs)].map(([, code = '']) => code);
  const hashes = scripts.map((code) => `'sha256-${createHash('sha256').update(code).digest('base64')}'`);
  const [inline = ''] = scripts;
  const policy = reply?.headers.get('content-security-policy')?.split('; ') ?? [];
  expect(policy).toContain("default-src 'none'");
  expect(scripts).toHaveLength(2);
  expect(policy).toContain(`script-src 'self' ${hashes.join(' ')}`);
  expect(policy).toContain("connect-src 'self' https://api.example.com");
  expect(page.match(/(?:src|href)="[^"]*"/g)).toEqual([
    'href="data:,"',
    'href="/openapi.json"',
    'src="/docs/scalar.js"',
  ]);
  expect(inline).toMatch(/"withDefaultFonts":false,"proxyUrl":"","telemetry":false/);
});

test('a title cannot leave its element', async () => {
  const [reply] = await serve({ config: { title: '</title><script>alert(1)</script>' } }, ['/docs']);
  expect(reply?.text).not.toContain('<script>alert');
});

test('without Scalar, and without a document, the page says what to do', async () => {
  const [document, page, file] = await serve({ has: ['document'] });
  expect([document?.status, page?.status, file?.status]).toEqual([200, 200, 404]);
  expect(page?.text).toMatch(/npm install --save-dev @scalar\/api-reference.*href="\/openapi\.json"/s);
  const [missing, absent] = await serve({ has: ['scalar'] });
  expect([missing?.status, absent?.status]).toEqual([404, 404]);
  expect(absent?.text).toMatch(/npx taproot openapi:write.*E_OPENAPI_ABSENT/s);
});

test('both have other paths, or none', async () => {
  const config = { path: '/v1/api.json', page: '/v1' };
  expect(await statuses({ config }, ['/v1/api.json', '/v1', '/v1/scalar.js', '/docs'])).toEqual([200, 200, 200, 404]);
  expect(await statuses({ config: { page: null } })).toEqual([200, 404, 404]);
  expect(await statuses({ config: { path: null } })).toEqual([404, 404, 404]);
});

test('routes of the application go before them', async () => {
  const [document, page] = await serve({
    routes: (route) => {
      route.get('/openapi.json', () => ({ own: 'document' }));
      route.get('/docs', () => ({ own: 'page' }));
    },
  });
  expect([document?.text, page?.text]).toEqual(['{"own":"document"}', '{"own":"page"}']);
});
