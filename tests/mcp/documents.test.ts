import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import type { Context } from '@taproot/core';
import type { RootRouter } from '@taproot/routing';
import { call, withTools } from './support.ts';

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly operationId: string }>>>>;
  readonly components: object;
}

const read = (name: string): Document =>
  JSON.parse(readFileSync(join(import.meta.dirname, '../../examples', name, 'api/openapi.json'), 'utf8')) as Document;

/** Routes for all operations of a document. They answer with the request. */
const routesOf =
  ({ paths }: Document) =>
  (route: RootRouter): void => {
    for (const [path, item] of Object.entries(paths))
      for (const [method, { operationId }] of Object.entries(item))
        route
          .match([method.toUpperCase() as 'GET'], path, async (ctx: Context) => ({
            target: ctx.request().target(),
            body: method === 'get' || method === 'delete' ? null : await ctx.request().body(),
          }))
          .name(operationId)
          .meta({ mcp: true });
  };

test('every operation of Conduit is a tool whose arguments reach the route', async () => {
  const document = read('conduit');
  await withTools({ ...document, routes: routesOf(document), env: 'development' }, async ({ client, reports }) => {
    const guest = await client();
    const { tools } = await guest.listTools();
    const ids = Object.values(document.paths).flatMap((item) => Object.values(item).map((each) => each.operationId));
    expect(tools.map(({ name }) => name).toSorted()).toEqual(ids.map((id) => id.replaceAll('.', '_')).toSorted());
    expect(reports).toEqual([]);
    const article = { title: 'Roots', description: 'Of trees', body: 'Long', tagList: ['a', 'b'] };
    expect(JSON.parse((await call(guest, 'articles_store', { article })).text)).toEqual({
      target: '/api/articles',
      body: { article },
    });
    expect(JSON.parse((await call(guest, 'articles_index', { tag: 'a&b', limit: 5 })).text)).toMatchObject({
      target: '/api/articles?tag=a%26b&limit=5',
    });
    expect(JSON.parse((await call(guest, 'comments_destroy', { slug: 'a/b', id: 7 })).text)).toMatchObject({
      target: '/api/articles/a%2Fb/comments/7',
    });
    expect(await call(guest, 'articles_store', { article: { title: 'Roots' } })).toMatchObject({
      failed: true,
      text: expect.stringContaining('description'),
    });
  });
});
