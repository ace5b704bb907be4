import { readdirSync, rmSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import type { RouteInfo } from '@taproot/core/plugin';
import { withFolder } from './folder.ts';

const posts = `import type { RootRouter } from '@taproot/routing';
import '@taproot/validation';
interface Post { id: number; title: string }
const post: Post = { id: 1, title: 'A' };
export const routes = (route: RootRouter): void => {
  route.get('/posts', () => [post]).name('posts.index');
  route.post('/posts', async (ctx) => { await ctx.request().validated({ title: 'required|string|max:120' }); return ctx.response().json(201, post); }).name('posts.store');
};
`;

const gap = `import type { RootRouter } from '@taproot/routing';
export const routes = (route: RootRouter): void => {
  route.get('/big', () => ({ id: 1n }));
};
`;

test('openapi:write writes the document once, openapi:check agrees until the code changes', async () => {
  await withFolder(posts, async ({ path, call, read, write }) => {
    expect(await call('openapi:check')).toEqual({
      code: 1,
      output: 'There is no api/openapi.json.\nRun `npx taproot openapi:write`, and commit the file.\n',
    });
    expect(await call('openapi:write')).toEqual({
      code: 0,
      output: 'api/routes.d.ts is written.\napi/routes.js is written.\napi/openapi.json is written, with 0 gaps.\n',
    });
    const text = await read('api/openapi.json');
    expect(JSON.parse(text)).toMatchObject({ openapi: '3.1.0', info: { version: '1.0.0' } });
    expect(readdirSync(join(path, 'api'))).toEqual(['openapi.json', 'routes.d.ts', 'routes.d.ts.map', 'routes.js']);
    expect(await call('openapi:write')).toEqual({ code: 0, output: 'api/openapi.json is up to date, with 0 gaps.\n' });
    expect(await call('openapi:check')).toEqual({ code: 0, output: 'api/openapi.json says what the code says.\n' });

    await write(
      'routes.ts',
      posts.replace('max:120', 'max:80').replace('title: string }', 'title: string; slug?: string }'),
    );
    const { code, output } = await call('openapi:check');
    expect(code).toBe(1);
    expect(output.split('\n')).toEqual([
      'api/openapi.json does not say what the code says.',
      'breaking  POST /posts: body.title: maxLength was 120, is 80',
      'additive  GET /posts: response 200[].slug is new',
      'additive  POST /posts: response 201.slug is new',
      'Run `npx taproot openapi:write`, and commit the file.',
      '',
    ]);
    expect(await read('api/openapi.json')).toBe(text);
  });
}, 60_000);

const guarded = (says: string): string => `import type { RootRouter } from '@taproot/routing';
const key = { signature: () => 'key', describe: () => (${says}), handle: (_ctx: unknown, next: () => any) => next() };
export const routes = (route: RootRouter): void => {
  route.middleware(key).get('/posts', () => [1]).name('posts.index');
};
`;

test('openapi:check says in one line each what changes for clients when a middleware changes', async () => {
  const before = "{ responseHeaders: [{ name: 'X-Old', description: 'Old', required: true }] }";
  const after = `{
    security: { name: 'key', scheme: { type: 'apiKey', in: 'header', name: 'X-Key' } },
    requestHeaders: [{ name: 'X-Shop', description: 'The shop', required: true }],
    responses: [{ status: 401, code: 'E_KEY', description: 'The key is wrong' }],
  }`;
  let committed = '';
  await withFolder(guarded(before), async ({ call, read }) => {
    expect(await call('openapi:write')).toMatchObject({ code: 0 });
    committed = await read('api/openapi.json');
  });
  await withFolder(guarded(after), async ({ path, call, write }) => {
    await mkdir(join(path, 'api'));
    await write('api/openapi.json', committed);
    const { code, output } = await call('openapi:check');
    expect([code, output.split('\n')]).toEqual([
      1,
      [
        'api/openapi.json does not say what the code says.',
        'breaking  GET /posts: header parameter X-Shop is new and required',
        'breaking  GET /posts: other credentials are needed',
        'breaking  GET /posts: response 200: the header X-Old is gone',
        'additive  GET /posts: response 401 is new',
        'Run `npx taproot openapi:write`, and commit the file.',
        '',
      ],
    ]);
  });
}, 60_000);

test('openapi:gaps names the place and the fix, openapi:write --strict writes nothing', async () => {
  await withFolder(gap, async ({ path, call }) => {
    const gaps = await call('openapi:gaps');
    expect(gaps.code).toBe(1);
    expect(gaps.output).toMatch(
      /routes\.ts:3 {2}E_OPENAPI_SHAPE {2}id: JSON has no bigint\.\n {4}Cost: .*, in GET\|HEAD \/big\.\n {4}Fix: Turn it into .*\n1 gap\.\n$/,
    );
    expect(JSON.parse((await call('openapi:gaps --json')).output)).toMatchObject([
      { code: 'E_OPENAPI_SHAPE', place: { line: 3 } },
    ]);
    expect(await call('openapi:write --strict')).toMatchObject({
      code: 1,
      output: expect.stringContaining('Nothing was written: 1 gap.'),
    });
    expect(readdirSync(path)).not.toContain('api');
    expect((await call('openapi:write')).output).toContain('with 1 gap: npx taproot openapi:gaps lists them.');
  });
}, 60_000);

test('the commands write and check every document', async () => {
  const config = { documents: { write: { routes: ({ methods }: RouteInfo) => methods.includes('POST') } } };
  await withFolder(
    posts,
    async ({ path, call, read, write }) => {
      expect((await call('openapi:write')).output.split('\n')).toEqual([
        'api/routes.d.ts is written.',
        'api/routes.js is written.',
        'api/openapi.json is written, with 0 gaps.',
        'api/write/routes.d.ts is written.',
        'api/write/routes.js is written.',
        'api/write/openapi.json is written, with 0 gaps.',
        '',
      ]);
      expect(readdirSync(join(path, 'api/write'))).toEqual([
        'openapi.json',
        'routes.d.ts',
        'routes.d.ts.map',
        'routes.js',
      ]);
      expect(Object.keys(JSON.parse(await read('api/write/openapi.json')).paths['/posts'])).toEqual(['post']);
      expect(await call('openapi:check')).toMatchObject({ code: 0 });
      await write('api/write/openapi.json', (await read('api/write/openapi.json')).replace('120', '121'));
      expect(await call('openapi:check')).toEqual({
        code: 1,
        output: [
          'api/openapi.json says what the code says.',
          'api/write/openapi.json does not say what the code says.',
          'breaking  POST /posts: body.title: maxLength was 121, is 120',
          'Run `npx taproot openapi:write`, and commit the file.',
          '',
        ].join('\n'),
      });
    },
    config,
  );
}, 60_000);

test('openapi:gaps --routes has the rules and the gaps of each route', async () => {
  const both = posts.replace("route.get('/posts', () => [post])", "route.get('/posts', () => ({ big: 1n }))");
  await withFolder(both, async ({ call }) => {
    const { code, output } = await call('openapi:gaps --routes');
    const place = { file: expect.stringMatching(/routes\.ts$/), line: 7 };
    const gap = { code: 'E_OPENAPI_SHAPE', message: 'big: JSON has no bigint', place: { line: 6 } };
    expect(code).toBe(0);
    expect(JSON.parse(output)).toMatchObject({
      routes: [
        { method: 'GET|HEAD', path: '/posts', validations: [], gaps: [gap] },
        {
          method: 'POST',
          path: '/posts',
          validations: [{ rules: { title: 'required|string|max:120' }, place }],
          gaps: [],
        },
      ],
      gaps: [gap],
      left_out: [],
    });
  });
}, 60_000);

test('code that cannot be read is an error with the place and the fix, and nothing is written', async () => {
  await withFolder(posts, async ({ path, call, write, read }) => {
    const fails = async (message: RegExp): Promise<void> => {
      const { code, output } = await call('openapi:write');
      expect([code, output]).toEqual([expect.any(Number), expect.stringMatching(message)]);
      expect(code).not.toBe(0);
      expect(readdirSync(path)).not.toContain('api');
    };
    await write('broken.ts', 'export const a = (;\n');
    await fails(/broken\.ts:1/);
    await write('broken.ts', '');
    const config = await read('tsconfig.json');
    await write('tsconfig.json', '{ "compilerOptions": { "strict": 7 } }');
    await fails(/tsconfig\.json is not right/);
    rmSync(join(path, 'tsconfig.json'));
    await fails(/there is no .*tsconfig\.json/);
    await write('tsconfig.json', config);

    expect((await call('openapi:write')).code).toBe(0);
  });
}, 60_000);

test('a generated file that does not compile does not keep openapi:write from writing it anew', async () => {
  await withFolder(posts, async ({ call, read, write }) => {
    expect(await call('openapi:write')).toMatchObject({ code: 0 });
    const text = await read('api/routes.d.ts');
    await write('api/routes.d.ts', `${text}export type Broken = (;\n`);
    expect(await call('openapi:write')).toEqual({
      code: 0,
      output: 'api/routes.d.ts is written.\napi/openapi.json is up to date, with 0 gaps.\n',
    });
    expect(await read('api/routes.d.ts')).toBe(text);
    // A file of the application is another matter.
    await write('api/own.ts', 'export type Broken = (;\n');
    expect((await call('openapi:write')).output).toMatch(/api\/own\.ts:1/);
  });
}, 60_000);

test('openapi:write --renew writes nothing where nothing was, and says what changed', async () => {
  await withFolder(posts, async ({ path, call, write }) => {
    expect(await call('openapi:write --renew')).toEqual({ code: 0, output: '' });
    expect(readdirSync(path)).not.toContain('api');
    await call('openapi:write');
    expect(await call('openapi:write --renew')).toEqual({ code: 0, output: '' });
    await write('routes.ts', posts.replace('title: string }', 'title: string; slug?: string }'));
    expect((await call('openapi:write --renew')).output.split('\n')).toEqual([
      'api/openapi.json, api/routes.d.ts, api/routes.js change.',
      'additive  GET /posts: response 200[].slug is new',
      'additive  POST /posts: response 201.slug is new',
      '',
    ]);
  });
}, 60_000);

test('openapi:write --renew keeps the document of code that does not compile, and says so in a line', async () => {
  await withFolder(posts, async ({ call, read, write }) => {
    await call('openapi:write');
    const text = await read('api/openapi.json');
    await write('routes.ts', posts.replace("import '@taproot/validation';", ''));
    const { code, output } = await call('openapi:write --renew');
    expect(code).toBe(0);
    expect(output).toMatch(/^api\/openapi\.json stays as it is\. .*does not compile: .*routes\.ts:\d+.*\n$/);
    expect(await read('api/openapi.json')).toBe(text);
  });
}, 60_000);

test('openapi:write says which routes the client calls by another name', async () => {
  await withFolder(posts.replace("name('posts.index')", "name('posts.then')"), async ({ call }) => {
    expect((await call('openapi:write')).output).toContain('The client calls the route posts.then `api.posts.then_`');
  });
}, 60_000);

test('a committed file that is no document is an error, not a list of changes', async () => {
  await withFolder(posts, async ({ path, call, write }) => {
    await mkdir(join(path, 'api'));
    await write('api/openapi.json', '<<<<<<< HEAD\n');
    const { code, output } = await call('openapi:check');
    expect(code).not.toBe(0);
    expect(output).toContain('it is not JSON');
  });
}, 60_000);

test('two operations of one id are an error with both places', async () => {
  const twice = gap.replace(
    "route.get('/big', () => ({ id: 1n }));",
    "route.get('/a', () => ({})).name('posts.patch');\n  route.match(['PUT', 'PATCH'], '/b', () => ({})).name('posts');",
  );
  await withFolder(twice, async ({ call }) => {
    const { code, output } = await call('openapi:write');
    expect(code).not.toBe(0);
    expect(output).toMatch(/operationId "posts\.patch".*routes\.ts:3.*routes\.ts:4/s);
  });
}, 60_000);

test('code that does not compile, or gave up its types, is a gap and no silent loss', async () => {
  const untyped = posts.replace("import '@taproot/validation';", '');
  await withFolder(untyped, async ({ call }) => {
    expect((await call('openapi:gaps')).output).toMatch(
      /routes\.ts:7 {2}E_OPENAPI_HANDLER {2}The call of ctx\.request\(\)\.validated has no type/,
    );
  });
  await withFolder(posts.replace('async (ctx)', 'async (ctx: any)'), async ({ call }) => {
    expect((await call('openapi:gaps')).output).toContain('The call of ctx.request().validated has no type');
  });
}, 60_000);
