import { expect, test } from '@jest/globals';
import { withFolder } from './folder.ts';
import type { Document } from './operations.ts';

const schemas = `
import vine from '@vinejs/vine';
import { type } from 'arktype';
import * as v from 'valibot';
import { z } from 'zod';
import { formRequest } from '@taproot/validation';

const Tag = z.object({ name: z.string().max(9) }).meta({ id: 'Tag' });
export const byZod = z.object({ title: z.string().min(2), seats: z.coerce.number().int().default(1), tags: z.array(Tag) });
export const more = { byValibot: v.object({ title: v.pipe(v.string(), v.minLength(2)), seats: v.optional(v.number(), 1) }) };
export const byArkType = type({ title: 'string >= 2', 'seats?': 'number.integer' });
export const byVine = vine.create(vine.object({ title: vine.string().minLength(2) }));
export class StorePost extends formRequest(z.object({ title: z.string().max(80) })) {}
export const query = z.object({ page: z.coerce.number().int().min(1), q: z.string().optional() });
interface Node { name: string; children: Node[] }
export const tree: z.ZodType<Node, Node> = z.object({ name: z.string(), get children() { return z.array(tree); } });
export const dated = z.object({ at: z.date() });
`;

const routes = `
import type { RootRouter } from '@taproot/routing';
import { z } from 'zod';
import { byArkType, byVine, byZod, dated, more, query, StorePost, tree } from './schemas.ts';

export const routes = (route: RootRouter): void => {
  route.post('/zod', async (ctx) => { const { title } = await ctx.request().validated(byZod); return { title }; });
  route.post('/valibot', async (ctx) => { const { title } = await ctx.request().validated(more.byValibot); return { title }; });
  route.post('/arktype', async (ctx) => { const { title } = await ctx.request().validated(byArkType); return { title }; });
  route.post('/vine', async (ctx) => { const { title } = await ctx.request().validated(byVine); return { title }; });
  route.post('/form', async (ctx) => { const { title } = await ctx.request().validated(StorePost); return { title }; });
  route.get('/query', async (ctx) => { const { page } = await ctx.request().validated(query); return { page }; });
  route.post('/inline', async (ctx) => {
    const { title } = await ctx.request().validated(z.object({ title: z.string().min(2), note: z.string().optional() }));
    return { title };
  });
  route.post('/tree', async (ctx) => { const { name } = await ctx.request().validated(tree); return { name }; });
  route.post('/dated', async (ctx) => { const { at } = await ctx.request().validated(dated); return { at: at.toISOString() }; });
};
`;

test('the document has the JSON Schema that the library of each schema writes', async () => {
  await withFolder(
    routes,
    async ({ call, read }) => {
      const { code, output } = await call('openapi:write');
      expect(`${code} ${output}`).toMatch(/^0/);
      const document = JSON.parse(await read('api/openapi.json')) as Document;
      const body = (path: string): unknown =>
        document.paths[path]?.['post']?.requestBody?.content['application/json']?.schema;
      expect(body('/zod')).toEqual({
        type: 'object',
        properties: {
          title: { type: 'string', minLength: 2 },
          seats: expect.objectContaining({ default: 1 }),
          tags: {
            type: 'array',
            items: { type: 'object', properties: { name: { type: 'string', maxLength: 9 } }, required: ['name'] },
          },
        },
        required: ['title', 'tags'],
      });
      const short = { title: { type: 'string', minLength: 2 } };
      expect(body('/valibot')).toMatchObject({
        properties: { ...short, seats: { type: 'number', default: 1 } },
        required: ['title'],
      });
      expect(body('/arktype')).toMatchObject({
        properties: { ...short, seats: { type: 'integer' } },
        required: ['title'],
      });
      expect(body('/vine')).toMatchObject({ properties: short, required: ['title'] });
      expect(body('/form')).toMatchObject({ properties: { title: { type: 'string', maxLength: 80 } } });
      expect(body('/inline')).toMatchObject({
        properties: { title: { type: 'string' }, note: { type: 'string' } },
        required: ['title'],
      });
      expect(document.paths['/query']?.['get']?.parameters).toMatchObject([
        { name: 'page', in: 'query', required: true, schema: { minimum: 1 } },
        { name: 'q', in: 'query', required: false },
      ]);
      // Errors name the fields.
      const refused = document.paths['/zod']?.['post']?.responses['422']?.content?.['application/json']?.schema;
      expect(JSON.stringify(refused)).toContain('tags');

      const gaps = (await call('openapi:gaps')).output;
      expect(gaps).toContain('no module exports it');
      expect(gaps).toContain('it contains itself');
      expect(gaps).toContain('Date cannot be represented');
      expect(gaps.match(/E_OPENAPI_RULES/g)).toHaveLength(3);
    },
    {},
    { 'schemas.ts': schemas },
  );
}, 60_000);
