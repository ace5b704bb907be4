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

const judged = `
import '@taproot/validation';
import { type } from 'arktype';
import * as v from 'valibot';
import { z } from 'zod';

const span = z.object({ from: z.string(), to: z.string() });
export const refined = span.refine(({ from, to }) => from < to);
export const inside = z.object({ spans: z.array(span.superRefine(() => {})), code: z.string().check(() => {}) });
export const described = span.refine(({ from, to }) => from < to).describe('The end is after the start.');
export const checked = v.pipe(v.object({ a: v.string() }), v.check(() => true));
export const narrowed = type({ a: 'string' }).narrow(() => true);
export const numbers = type({ name: 'string', seats: 'number.integer >= 5' });
export const deep = v.object({ name: v.string(), place: v.object({ lat: v.number() }) });
export const flags = z.object({ open: z.boolean() });
export const coerced = z.object({ seats: z.coerce.number().int().min(3), name: z.string().email() });
export const strict = z.strictObject({ id: z.coerce.number(), name: z.string() });
export const union = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('circle'), radius: z.number() }),
  z.object({ kind: z.literal('text'), text: z.string() }),
]);
`;

const names = 'refined inside described checked narrowed numbers deep flags coerced union'.split(' ');

const judgedRoutes = `
import type { RootRouter } from '@taproot/routing';
import { ${names.join(', ')}, strict } from './schemas.ts';

export const routes = (route: RootRouter): void => {
${names.map((name) => `  route.post('/${name}', async (ctx) => { await ctx.request().validated(${name}); return { done: true }; });`).join('\n')}
  route.get('/numbers', async (ctx) => ({ name: (await ctx.request().validated(numbers)).name }));
  route.get('/coerced', async (ctx) => ({ name: (await ctx.request().validated(coerced)).name }));
  route.post('/strict/{id}', async (ctx) => ({ id: (await ctx.request().validated(strict)).id }));
};
`;

test('what JSON Schema cannot say is a gap, and bodies say what the server takes', async () => {
  await withFolder(
    judgedRoutes,
    async ({ call, read }) => {
      const { code, output } = await call('openapi:write');
      expect(`${code} ${output}`).toMatch(/^0/);
      const { paths } = JSON.parse(await read('api/openapi.json')) as Document;
      const contentOf = (path: string) => paths[path]?.['post']?.requestBody?.content ?? {};
      const forms = (name: string): boolean => 'application/x-www-form-urlencoded' in contentOf(`/${name}`);
      expect(names.filter((name) => !forms(name))).toEqual(['numbers', 'deep', 'flags', 'union']);

      const { output: gaps } = await call('openapi:gaps');
      expect(gaps.match(/has a check by code/g)).toHaveLength(4);
      expect(gaps).toContain('of "spans" has a check by code');
      expect(gaps).toContain('of "code" has a check by code');
      expect(gaps.match(/is known by its type alone/g)).toHaveLength(1);
      expect(gaps).not.toContain('/described');

      expect(contentOf('/strict/{id}')['application/json']?.schema).toEqual({
        type: 'object',
        properties: {
          id: { type: 'number', description: 'Wins over the parameter of the path.' },
          name: { type: 'string' },
        },
        required: ['name'],
        additionalProperties: false,
      });
      const union = contentOf('/union')['application/json']?.schema;
      expect(union).toMatchObject({ oneOf: [{}, {}], discriminator: { propertyName: 'kind' } });
      expect(union).not.toHaveProperty('properties');
      const refused = paths['/union']?.['post']?.responses['422']?.content?.['application/json']?.schema;
      const { errors } = (refused as { readonly properties: { readonly errors: { readonly properties: object } } })
        .properties;
      expect(Object.keys(errors.properties)).toEqual(['kind', 'radius', 'text']);
      // A query is text.
      expect(gaps.match(/refuses each text for "seats".*\n.*in GET\|HEAD \/numbers/g)).toHaveLength(1);
      expect(gaps).not.toContain('in GET|HEAD /coerced');
    },
    {},
    { 'schemas.ts': judged },
  );
}, 60_000);
