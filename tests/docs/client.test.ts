import { cp } from 'node:fs/promises';
import type { Server } from 'node:http';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, jest, test } from '@jest/globals';
import { createClient } from '@taproot/client';
import type { Application } from '@taproot/core';
import { http } from '@taproot/testing';
import { clientFiles } from '../../plugins/openapi/src/client/client-files.ts';
import { serve } from '../client/serve.ts';
import { type Api, routes } from '../client/shop/api/routes.js';
import { boot } from '../client/shop/boot.ts';
import type { Given } from './client/given.ts';
import { type CodeBlock, codeBlocks, readPage, root } from './support/code-blocks.ts';
import { Scratch } from './support/scratch.ts';

const address = 'https://api.example.com';
const shop = join(root, 'tests', 'client', 'shop', 'api');

let blocks: readonly CodeBlock[];
let scratch: Scratch;
let app: Application;
let server: Server;
let given: Given;
let queried: Promise<unknown>[] = [];

const fileOf = ({ line }: CodeBlock): string => `docs/line-${line}.ts`;

/** The block as a function of what the page does not declare. It returns the client that the block makes. */
const source = ({ code }: CodeBlock, url: string): string => {
  const isDated = /dates: 'date'|zod/.test(code);
  const imports = (code.match(/^import [\s\S]*?;$/gm) ?? []).map((line) =>
    isDated ? line.replace('../api/', '../dated/') : line,
  );
  const body = code.replaceAll(/^import [\s\S]*?;$/gm, '').replaceAll(address, url);
  const names = ['api', 'app', 'http', 'routes', 'route', 'session', 'useQuery', 'useMutation', 'useInfiniteQuery'];
  const known = names.filter((name) => !imports.some((line) => line.includes(`{ ${name} `)));
  return `import type { Given } from '../given.ts';
${imports.join('\n')}
export const run = async ({ ${known.join(', ')} }: Given): Promise<unknown> => {
  {
${body}
    ${body.includes('const api = ') ? 'return api;' : 'return null;'}
  }
};
`;
};

beforeAll(async () => {
  app = await boot();
  const served = await serve(app);
  server = served.server;
  given = {
    api: createClient<Api>({ routes, baseUrl: served.url }),
    app,
    http,
    routes,
    route: app.facades.Route(),
    session: { token: 'old', refresh: async () => 'new' },
    useQuery: ({ queryFn }) => void queried.push(queryFn({ signal: AbortSignal.timeout(5000) })),
    useMutation: () => undefined,
    useInfiniteQuery: ({ queryFn, initialPageParam: pageParam }) =>
      void queried.push(queryFn({ signal: AbortSignal.timeout(5000), pageParam })),
  };
  // Unchecked are configuration, and code that needs a package which is not installed here.
  blocks = codeBlocks(await readPage('docs/client.md')).filter(
    ({ language, marks }) => language === 'ts' && !marks.includes('unchecked'),
  );
  scratch = await Scratch.create();
  await cp(shop, scratch.path('api'), { recursive: true });
  const { types, table, more } = clientFiles(JSON.parse(await readPage('tests/client/shop/api/openapi.json')), {
    dates: 'date',
    mocks: false,
    zod: true,
  });
  await scratch.write('dated/routes.d.ts', types);
  await scratch.write('dated/routes.js', table);
  for (const [name, text] of Object.entries(more)) await scratch.write(`dated/${name}`, text);
  const fixture = await readPage('tests/docs/client/given.ts');
  await scratch.write('given.ts', fixture.replace('../../client/shop/api/', './api/'));
  const socket = codeBlocks(await readPage('docs/websocket.md')).find(({ code }) =>
    code.startsWith('// app/sockets/room.ts'),
  );
  await scratch.write('app/sockets/room.ts', socket?.code ?? '');
  for (const block of blocks) await scratch.write(fileOf(block), source(block, served.url));
});

afterEach(() => {
  jest.restoreAllMocks();
  queried = [];
});

afterAll(async () => {
  server.close();
  server.closeAllConnections();
  await app.close();
  await scratch.remove();
});

const run = async (having: string): Promise<unknown> => {
  const found = blocks.filter(({ code }) => code.includes(having));
  expect(found).toHaveLength(1);
  const file = scratch.path(fileOf(found[0] as CodeBlock));
  return ((await import(file)) as { run(given: Given): Promise<unknown> }).run(given);
};

/** What a block writes to the console. */
const logged = async (having: string): Promise<unknown[]> => {
  const log = jest.spyOn(console, 'log').mockImplementation(() => undefined);
  await run(having);
  return log.mock.calls.flat();
};

test('every example compiles against a generated client', async () => {
  expect(blocks.length).toBeGreaterThan(5);
  expect(await scratch.compile()).toBe('');
}, 60_000);

test('the first example writes a post over a socket', async () => {
  expect(await logged('api.posts.store({ body: {')).toEqual([1]);
});

test('an event stream is read to its end', async () => {
  expect(await logged('for await')).toEqual([1]);
});

test('a client with tokens is made', async () => {
  expect(await run('bearer(')).toHaveProperty('posts.index');
});

test('a client without a socket calls the application', async () => {
  const api = (await run('route.fetch(request)')) as Api;
  expect(await api.text().data()).toBe('plain');
});

test('queries give what the application answers', async () => {
  await run('useQuery(');
  expect(await Promise.all(queried)).toMatchObject([{ page: 2 }, { page: 1 }]);
});

test('routes are called by name in tests', async () => {
  await run('assertNotFound()');
});
