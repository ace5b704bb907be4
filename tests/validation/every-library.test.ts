import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { broadcast } from '@taproot/broadcast';
import { type Application, setup } from '@taproot/core';
import { definePlugin } from '@taproot/core/plugin';
import { lang } from '@taproot/lang';
import { job, queue } from '@taproot/queue';
import { routing } from '@taproot/routing';
import { http } from '@taproot/testing';
import { formRequest, validation } from '@taproot/validation';
import { message, socket, websocket } from '@taproot/websocket';
import vine from '@vinejs/vine';
import { type } from 'arktype';
import * as v from 'valibot';
import { z } from 'zod';
import { withFolder } from '../openapi/folder.ts';

// Four libraries, at each of the five places that judge data: a handler, a form request, a socket, a job, a configuration file.

interface Post {
  title: string;
  seats: number;
}

const zodPost = z.object({ title: z.string().min(2), seats: z.number().int() });
const valibotPost = v.object({ title: v.pipe(v.string(), v.minLength(2)), seats: v.pipe(v.number(), v.integer()) });
const arktypePost = type({ title: 'string >= 2', seats: 'number.integer' });
const vinePost = vine.create(
  vine.object({ title: vine.string().minLength(2), seats: vine.number({ strict: true }).withoutDecimals() }),
);

declare module '@taproot/core' {
  interface ConfigFiles {
    by_zod: Post;
    by_valibot: Post;
    by_arktype: Post;
    by_vine: Post;
  }
}

class ZodForm extends formRequest(zodPost) {}
class ValibotForm extends formRequest(valibotPost) {}
class ArktypeForm extends formRequest(arktypePost) {}
class VineForm extends formRequest(vinePost) {}

const took: Post[] = [];
const take = (post: Post): void => void took.push(post);

// A type of each place is checked by the compiler: `take()` gets what the schema gives.
const zodJob = job({ name: 'zod', payload: zodPost, handle: take });
const valibotJob = job({ name: 'valibot', payload: valibotPost, handle: take });
const arktypeJob = job({ name: 'arktype', payload: arktypePost, handle: take });
const vineJob = job({ name: 'vine', payload: vinePost, handle: take });

const desk = socket({
  path: '/desk',
  receives: { zod: zodPost, valibot: valibotPost, arktype: arktypePost, vine: vinePost },
  sends: message<{ took: Post }>(),
  on: {
    zod: (post, client) => client.send('took', post),
    valibot: (post, client) => client.send('took', post),
    arktype: (post, client) => client.send('took', post),
    vine: (post, client) => client.send('took', post),
  },
});

const configured = definePlugin({
  name: 'configured',
  provides: { notice: () => () => undefined },
  config: {
    by_zod: zodPost,
    by_valibot: valibotPost,
    by_arktype: arktypePost,
    by_vine: vinePost,
  },
});

const libraries = ['zod', 'valibot', 'arktype', 'vine'] as const;
type Library = (typeof libraries)[number];

const post: Post = { title: 'Roots', seats: 1 };
const posts = { by_zod: post, by_valibot: post, by_arktype: post, by_vine: post };

const boot = (config: object = {}): Promise<Application> =>
  setup(null, { basePath: import.meta.dirname, env: { APP_ENV: 'testing' } })
    .withPlugins([routing(), lang(), validation(), broadcast(), websocket(), queue(), configured])
    .withConfig({ ...posts, ...config })
    .withJobs([zodJob, valibotJob, arktypeJob, vineJob])
    .withRouting((route) => {
      route.post('/handler/zod', async (ctx) => take(await ctx.request().validated(zodPost)));
      route.post('/handler/valibot', async (ctx) => take(await ctx.request().validated(valibotPost)));
      route.post('/handler/arktype', async (ctx) => take(await ctx.request().validated(arktypePost)));
      route.post('/handler/vine', async (ctx) => take(await ctx.request().validated(vinePost)));
      route.post('/form/zod', async (ctx) => take(await ctx.request().validated(ZodForm)));
      route.post('/form/valibot', async (ctx) => take(await ctx.request().validated(ValibotForm)));
      route.post('/form/arktype', async (ctx) => take(await ctx.request().validated(ArktypeForm)));
      route.post('/form/vine', async (ctx) => take(await ctx.request().validated(VineForm)));
      route.socket(desk);
    })
    .create();

const jobs = { zod: zodJob, valibot: valibotJob, arktype: arktypeJob, vine: vineJob };
const right = { title: 'Oaks', seats: 2 };
const wrong = { title: 'x', seats: 'many' };

/** The fields that are wrong; null when the data were taken. */
type Judge = (app: Application, library: Library, data: object) => Promise<readonly string[] | null>;

const fieldsOf = (holder: unknown): readonly string[] => Object.keys(Object(holder) as object).toSorted();

const posted =
  (path: string): Judge =>
  async (app, library, data) => {
    const reply = await http(app).post(`/${path}/${library}`, data);
    return reply.status === 422 ? fieldsOf((JSON.parse(reply.text) as { errors: object }).errors) : null;
  };

const places: Readonly<Record<string, Judge>> = {
  'validated()': posted('handler'),
  'a form request': posted('form'),
  async 'a socket'(app, library, data) {
    await using client = await http(app).socket<typeof desk>('/desk').open();
    client.sendText(JSON.stringify({ event: library, data }));
    const { event, data: answer } = await client.next();
    if (event === 'took') take(answer as Post);
    return event === 'error' ? fieldsOf((answer as { errors: object }).errors) : null;
  },
  async 'a job'(app, library, data) {
    try {
      await app.facades.Queue().dispatch(jobs[library], data as Post);
      return null;
    } catch (error) {
      return [...String(error).matchAll(/\b(title|seats)\b:/g)].map(([, field = '']) => field).toSorted();
    }
  },
  async 'a configuration file'(_app, library, data) {
    const file = `by_${library}` as const;
    try {
      const app = await boot({ [file]: data });
      take(app.config[file]);
      await app.close();
      return null;
    } catch (error) {
      return [...String(error).matchAll(/"by_\w+\.(\w+)"/g)].map(([, field = '']) => field).toSorted();
    }
  },
};

let app: Application;

beforeAll(async () => {
  app = await boot();
});

afterAll(() => app.close());

describe.each(Object.entries(places))('%s', (_place, judge) => {
  test.each(libraries)('takes a schema of %s, and names the fields that are wrong', async (library) => {
    took.length = 0;
    expect(await judge(app, library, wrong)).toEqual(['seats', 'title']);
    expect(took).toEqual([]);
    expect(await judge(app, library, right)).toBeNull();
    expect(took).toEqual([expect.objectContaining(right)]);
  });
});

const declared = `
import vine from '@vinejs/vine';
import { type } from 'arktype';
import * as v from 'valibot';
import { z } from 'zod';
import { formRequest } from '@taproot/validation';
import { socket } from '@taproot/websocket';

export const zod = z.object({ title: z.string().min(2), seats: z.number().int() });
export const valibot = v.object({ title: v.pipe(v.string(), v.minLength(2)), seats: v.pipe(v.number(), v.integer()) });
export const arktype = type({ title: 'string >= 2', seats: 'number.integer' });
export const vined = vine.create(vine.object({ title: vine.string().minLength(2), seats: vine.number().withoutDecimals() }));
export class ZodForm extends formRequest(zod) {}
export class ValibotForm extends formRequest(valibot) {}
export class ArktypeForm extends formRequest(arktype) {}
export class VineForm extends formRequest(vined) {}
export const desk = socket({
  path: '/desk',
  receives: { zod, valibot, arktype, vine: vined },
  on: { zod: () => undefined, valibot: () => undefined, arktype: () => undefined, vine: () => undefined },
});
`;

const written = `
import type { RootRouter } from '@taproot/routing';
import * as s from './declared.ts';

export const routes = (route: RootRouter): void => {
  route.post('/handler/zod', async (ctx) => { const { title } = await ctx.request().validated(s.zod); return { title }; });
  route.post('/handler/valibot', async (ctx) => { const { title } = await ctx.request().validated(s.valibot); return { title }; });
  route.post('/handler/arktype', async (ctx) => { const { title } = await ctx.request().validated(s.arktype); return { title }; });
  route.post('/handler/vine', async (ctx) => { const { title } = await ctx.request().validated(s.vined); return { title }; });
  route.post('/form/zod', async (ctx) => { const { title } = await ctx.request().validated(s.ZodForm); return { title }; });
  route.post('/form/valibot', async (ctx) => { const { title } = await ctx.request().validated(s.ValibotForm); return { title }; });
  route.post('/form/arktype', async (ctx) => { const { title } = await ctx.request().validated(s.ArktypeForm); return { title }; });
  route.post('/form/vine', async (ctx) => { const { title } = await ctx.request().validated(s.VineForm); return { title }; });
  route.socket(s.desk);
};
`;

/** As much of a document as the test looks at. */
interface Written {
  readonly paths: Readonly<Record<string, { post: { requestBody: { content: Record<string, { schema: unknown }> } } }>>;
  readonly channels: Readonly<
    Record<string, { messages: Record<string, { payload: { properties: { data: unknown } } }> }>
  >;
}

test('the documents have the limits of each library: OpenAPI for handlers and form requests, AsyncAPI for sockets', async () => {
  await withFolder(
    written,
    async ({ call, read }) => {
      const { code, output } = await call('openapi:write');
      expect(`${code} ${output}`).toMatch(/^0/);
      const { paths } = JSON.parse(await read('api/openapi.json')) as Written;
      const { channels } = JSON.parse(await read('api/asyncapi.json')) as Written;
      const [channel] = Object.values(channels);
      const limits = {
        type: 'object',
        properties: { title: { type: 'string', minLength: 2 }, seats: expect.objectContaining({ type: 'integer' }) },
        required: expect.arrayContaining(['title', 'seats']),
      };
      for (const library of libraries) {
        for (const place of ['handler', 'form'])
          expect([
            place,
            library,
            paths[`/${place}/${library}`]?.post.requestBody.content['application/json']?.schema,
          ]).toEqual([place, library, expect.objectContaining(limits)]);
        expect([library, channel?.messages[`receive.${library}`]?.payload.properties.data]).toEqual([
          library,
          expect.objectContaining(limits),
        ]);
      }
    },
    {},
    { 'declared.ts': declared },
  );
}, 120_000);
