import { writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from '@jest/globals';
import { type Context, createFacades, defineMiddleware, ForbiddenError, NotFoundError } from '@taproot/core';
import { definePlugin } from '@taproot/core/plugin';
import type { RootRouter } from '@taproot/routing';
import { limit, throttle } from '@taproot/throttle';
import { call, documentOf, withTools } from './support.ts';

const guard = defineMiddleware('guard', async (ctx: Context, next) => {
  if (ctx.request().header('authorization') !== 'Bearer ada') throw new ForbiddenError('Only Ada may.');
  return next();
});

const plants = [
  { id: 1, name: 'Rose' },
  { id: 2, name: 'Fern' },
];

const routes = (route: RootRouter): void => {
  route
    .get('/plants', (ctx) => plants.slice(0, ctx.request().queryInt('limit', 10)))
    .name('plants.index')
    .meta({ mcp: true });
  route
    .get('/plants/{id}', (ctx) => {
      const found = plants.find(({ id }) => id === ctx.request().routeInt('id'));
      if (found === undefined) throw new NotFoundError('There is no such plant.');
      return found;
    })
    .name('plants.show')
    .meta({ mcp: true });
  route
    .post('/plants', async (ctx) => ctx.response().json(201, { id: 3, ...Object(await ctx.request().body()) }))
    .name('plants.store')
    .meta({ mcp: { description: 'Plants a plant.' } });
  route
    .middleware(guard)
    .delete('/plants/{id}', (ctx) => ctx.response().noContent())
    .name('plants.destroy')
    .meta({ mcp: true });
  route
    .get('/seen', (ctx) => ({
      ip: ctx.request().ip(),
      authorization: ctx.request().header('authorization'),
      cookie: ctx.request().header('cookie'),
      secret: ctx.request().header('x-secret'),
      host: ctx.request().host(),
    }))
    .name('seen')
    .meta({ mcp: true });
  route
    .get('/files/{path*}', (ctx) => ({ path: ctx.request().route('path') }))
    .name('files')
    .meta({ mcp: true });
  route
    .get('/long', (ctx) => ctx.response().string(200, 'x'.repeat(100_000)))
    .name('long')
    .meta({ mcp: true });
  route
    .get('/picture', (ctx) => ctx.response().data(200, 'image/png', Buffer.from([1])))
    .name('picture')
    .meta({ mcp: true });
  route.get('/hidden', () => ({ hidden: true })).name('hidden');
};

const id = { name: 'id', in: 'path', required: true, schema: { type: 'integer' } };
const plain = (operationId: string) => ({ get: { operationId, summary: operationId, responses: {} } });
const paths = {
  '/plants': {
    get: {
      operationId: 'plants.index',
      summary: 'Lists plants.',
      description: 'The newest first.',
      parameters: [
        { name: 'limit', in: 'query', schema: { type: 'integer', minimum: 1, 'x-taproot-rules': ['integer'] } },
      ],
    },
    post: {
      operationId: 'plants.store',
      summary: 'plants.store',
      requestBody: {
        required: true,
        content: { 'application/json': { schema: { $ref: '#/components/schemas/NewPlant' } } },
      },
    },
  },
  '/plants/{id}': {
    get: { operationId: 'plants.show', summary: 'Shows a plant.', parameters: [id] },
    delete: { operationId: 'plants.destroy', summary: 'Removes a plant.', parameters: [id] },
  },
  '/seen': {
    get: {
      operationId: 'seen',
      summary: 'seen',
      parameters: [{ name: 'Authorization', in: 'header', schema: { type: 'string' } }],
    },
  },
  '/files/{path}': {
    get: {
      operationId: 'files',
      summary: 'files',
      parameters: [
        { name: 'path', in: 'path', required: true, 'x-taproot-wildcard': true, schema: { type: 'string' } },
      ],
    },
  },
  '/long': plain('long'),
  '/picture': plain('picture'),
  '/hidden': plain('hidden'),
};
const components = {
  schemas: {
    NewPlant: {
      type: 'object',
      properties: { name: { type: 'string', maxLength: 20 }, bed: { $ref: '#/components/schemas/Bed' } },
      required: ['name'],
    },
    Bed: { type: 'object', properties: { row: { type: 'integer' }, inside: { $ref: '#/components/schemas/Bed' } } },
  },
};
const garden = { routes, paths, components };

describe.each(['koa', 'fastify'])('on the driver %s', (driver) => {
  test('routes with mcp are tools, with name, description, schema and hints; no other route is', async () => {
    await withTools({ ...garden, driver }, async ({ client, reports }) => {
      const { tools } = await (await client()).listTools();
      expect(tools.map(({ name }) => name).sort()).toEqual(
        ['files', 'long', 'picture', 'plants_destroy', 'plants_index', 'plants_show', 'plants_store', 'seen'].sort(),
      );
      const named = new Map(tools.map((tool) => [tool.name, tool]));
      expect(named.get('plants_index')).toMatchObject({
        description: 'Lists plants.\nThe newest first.',
        inputSchema: { type: 'object', properties: { limit: { type: 'integer', minimum: 1 } } },
        annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
      });
      expect(JSON.stringify(tools)).not.toContain('x-taproot');
      expect(named.get('plants_destroy')?.annotations).toMatchObject({
        readOnlyHint: false,
        destructiveHint: true,
        idempotentHint: true,
      });
      expect(named.get('plants_store')).toMatchObject({
        description: 'Plants a plant.',
        annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false },
        inputSchema: {
          properties: { name: { type: 'string', maxLength: 20 }, bed: { $ref: '#/$defs/Bed' } },
          required: ['name'],
          $defs: { Bed: { properties: { inside: { $ref: '#/$defs/Bed' } } } },
        },
      });
      expect(reports).toEqual([]);
    });
  });

  test('a call is answered by the route, through its middleware', async () => {
    await withTools({ ...garden, driver }, async ({ client }) => {
      const guest = await client();
      expect(await call(guest, 'plants_index', { limit: 1 })).toEqual({
        text: JSON.stringify([plants[0]]),
        failed: false,
      });
      expect(await call(guest, 'plants_show', { id: 2 })).toEqual({ text: JSON.stringify(plants[1]), failed: false });
      const created = await call(guest, 'plants_store', { name: 'Moss', bed: { row: 1 } });
      expect(JSON.parse(created.text)).toEqual({ id: 3, name: 'Moss', bed: { row: 1 } });
      expect(await call(guest, 'plants_show', { id: 9 })).toMatchObject({
        failed: true,
        text: expect.stringMatching(/^404: .*There is no such plant/),
      });
      expect(await call(guest, 'plants_destroy', { id: 1 })).toMatchObject({
        failed: true,
        text: expect.stringMatching(/^403: .*Only Ada may/),
      });
      const ada = await client({ authorization: 'Bearer ada' });
      expect(await call(ada, 'plants_destroy', { id: 1 })).toMatchObject({ failed: false });
    });
  });

  test('arguments that do not fit the schema do not reach the route', async () => {
    await withTools({ ...garden, driver }, async ({ client }) => {
      const guest = await client();
      expect(await call(guest, 'plants_index', { limit: 0 })).toMatchObject({ failed: true });
      expect(await call(guest, 'plants_store', {})).toMatchObject({
        failed: true,
        text: expect.stringContaining('name'),
      });
    });
  });

  test('only headers on the list are forwarded, and an argument never replaces them', async () => {
    await withTools({ ...garden, driver }, async ({ client, url }) => {
      const sent = { authorization: 'Bearer ada', cookie: 'a=1', 'x-secret': 'yes' };
      const seen = JSON.parse((await call(await client(sent), 'seen', { Authorization: 'Bearer eve' })).text) as object;
      expect(seen).toEqual({
        ip: '127.0.0.1',
        authorization: 'Bearer ada',
        cookie: '',
        secret: '',
        host: new URL(url).host,
      });
      const guest = JSON.parse((await call(await client(), 'seen', { Authorization: 'Bearer eve' })).text) as object;
      expect(guest).toMatchObject({ authorization: '' });
    });
  });

  test('a parameter cannot lead to another path', async () => {
    await withTools({ ...garden, driver }, async ({ client }) => {
      const guest = await client();
      expect(JSON.parse((await call(guest, 'files', { path: 'a b/c' })).text)).toEqual({ path: 'a b/c' });
      for (const path of ['../hidden', '..', '../../hidden?x', 'a/../../hidden', 'a/./b', '', '/hidden'])
        expect(await call(guest, 'files', { path })).toEqual({
          failed: true,
          text: 'The argument "path" must not be empty, and must have no segment of dots.',
        });
      expect(JSON.parse((await call(guest, 'files', { path: '%2e%2e/hidden' })).text)).toEqual({
        path: '%2e%2e/hidden',
      });
    });
  });

  test('long answers are cut, and answers that are no text are refused', async () => {
    await withTools({ ...garden, driver, mcp: { max_output: 1000 } }, async ({ client }) => {
      const guest = await client();
      const { text } = await call(guest, 'long');
      expect(text).toMatch(/^x{1000}\n\n\[Cut after 1000 characters\./);
      expect(await call(guest, 'picture')).toMatchObject({ failed: true, text: expect.stringContaining('image/png') });
    });
  });

  test('pages of other sites are refused, also when their name leads to this machine', async () => {
    await withTools({ ...garden, driver, mcp: { allowed_origins: ['app.example.com'] } }, async ({ url }) => {
      const statusFor = async (origin: string): Promise<number> => {
        const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' });
        const headers = { origin, 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
        const response = await fetch(url, { method: 'POST', headers, body });
        await response.text();
        return response.status;
      };
      expect(await statusFor('http://evil.example')).toBe(403);
      expect(await statusFor('null')).toBe(403);
      expect(await statusFor('http://localhost:1234')).toBe(200);
      expect(await statusFor('https://app.example.com')).toBe(200);
    });
  });
});

test('middleware in front of the server answers before any tool', async () => {
  await withTools({ ...garden, mcp: { middleware: () => [guard] } }, async ({ client }) => {
    await expect(client()).rejects.toThrow();
    expect((await (await client({ authorization: 'Bearer ada' })).listTools()).tools).toHaveLength(8);
  });
});

test('limits of a route count calls by the address of the agent', async () => {
  const limited = (route: RootRouter): void =>
    void route
      .middleware(app.middleware.throttle('once'))
      .get('/hidden', () => ({ hidden: true }))
      .name('hidden')
      .meta({ mcp: true });
  const app = createFacades();
  const once = definePlugin({
    name: 'once',
    after: ['throttle'],
    apply: (made) => void made.facades.RateLimiter().for('once', () => limit.perMinute(1)),
  });
  await withTools({ routes: limited, paths, handle: app, plugins: [throttle(), once] }, async ({ client }) => {
    const guest = await client();
    expect(await call(guest, 'hidden')).toEqual({ text: '{"hidden":true}', failed: false });
    expect(await call(guest, 'hidden')).toMatchObject({ failed: true, text: expect.stringMatching(/^429: /) });
  });
});

describe('routes that cannot be tools', () => {
  const one = (route: RootRouter): void =>
    void route
      .post('/plants/{id}', () => ({ ok: true }))
      .name('plants.water')
      .meta({ mcp: true });
  const upload = {
    '/plants/{id}': {
      post: { operationId: 'x', requestBody: { required: true, content: { 'multipart/form-data': { schema: {} } } } },
    },
  };
  const twins = (route: RootRouter): void => {
    route.get('/a', () => ({ a: 1 })).meta({ mcp: { name: 'same' } });
    route.get('/b', () => ({ b: 1 })).meta({ mcp: { name: 'same' } });
  };
  const both = { '/a': plain('a'), '/b': plain('b') };

  test.each([
    ['without a document', { routes: one, paths: null }, 'E_MCP_DOCUMENT'],
    ['that the document does not have', { routes: one, paths: {} }, 'E_MCP_UNDESCRIBED'],
    ['that take only files', { routes: one, paths: upload }, 'E_MCP_BODY'],
    ['with the same name', { routes: twins, paths: both }, 'E_MCP_NAME'],
  ])('%s stop the start in production, and are left out in development', async (_case, wanted, code) => {
    await expect(withTools({ ...wanted, env: 'production' }, () => Promise.resolve())).rejects.toMatchObject({ code });
    await withTools({ ...wanted, env: 'development' }, async ({ reports, app }) => {
      expect(app.debug).toBe(true);
      expect(reports.map((error) => error.code)).toEqual([code]);
    });
  });

  test('in development a new document is read when it is there', async () => {
    await withTools({ routes: one, paths: {}, env: 'development' }, async ({ file, client }) => {
      const before = await (await client()).listTools();
      expect(before.tools).toEqual([]);
      // Clocks of file systems are coarse.
      await sleep(20);
      writeFileSync(file, documentOf({ '/plants/{id}': { post: { operationId: 'plants.water', parameters: [id] } } }));
      const { tools } = await (await client()).listTools();
      expect(tools).toMatchObject([{ name: 'plants_water', description: 'POST /plants/{id}' }]);
    });
  });
});

test('the address of the server is printed with the number of tools and their tokens', async () => {
  await withTools({ ...garden, env: 'development' }, async ({ notices }) => {
    expect(notices).toContainEqual(expect.stringMatching(/^MCP: 8 tools, about \d+ tokens, at http:.*\/mcp$/));
  });
  await withTools({ routes: () => undefined, paths: {}, env: 'development' }, async ({ notices }) => {
    expect(notices.filter((notice) => notice.startsWith('MCP'))).toEqual([]);
  });
});

test('too many tokens are reported when the application starts', async () => {
  await withTools({ ...garden, mcp: { max_tokens: 10 } }, async ({ reports }) => {
    expect(reports).toMatchObject([
      { code: 'E_MCP_BUDGET', message: expect.stringMatching(/^The 8 tools at \/mcp take about \d+ tokens/) },
    ]);
  });
});

test.each([
  [{ path: 'mcp' }, 'mcp.path'],
  [{ path: '/{id}' }, 'mcp.path'],
  [{ max_output: 0 }, 'mcp.max_output'],
])('the setting %j is refused', async (mcp, setting) => {
  await expect(withTools({ ...garden, mcp }, () => Promise.resolve())).rejects.toMatchObject({
    code: 'E_MCP_SETTING',
    message: expect.stringContaining(`"${setting}"`),
  });
});
