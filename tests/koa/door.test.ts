import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { fromKoa, type KoaSource, koaContext } from '@taproot/koa';
import { Koa, koaBody, koaStatic, Router } from '@taproot/koa/packages';
import type { RootRouter } from '@taproot/routing';
import { type Served, serve } from '../support/serve.ts';

const require = createRequire(import.meta.url);

let folder = '';
let served: Served | null = null;
const reported: unknown[] = [];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'taproot-door-'));
  await writeFile(join(folder, 'page.txt'), 'from a folder');
  reported.length = 0;
});

afterEach(async () => {
  await served?.close();
  served = null;
  await rm(folder, { recursive: true, force: true });
  expect(reported).toEqual([]);
});

const formWith = (fields: Readonly<Record<string, string>>, file?: string): FormData => {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  if (file !== undefined) form.set('photo', new Blob([file], { type: 'image/png' }), 'a.png');
  return form;
};

const routes = (route: Pick<RootRouter, 'get' | 'post'>): void => {
  route.post('/posts', (ctx) => ctx.request().all());
  route.post('/photos', (ctx) => {
    const { photo } = koaContext(ctx).request.files ?? {};
    return photo === undefined || Array.isArray(photo) ? {} : { name: photo.originalFilename, size: photo.size };
  });
  route.get('/page.txt', () => ({ by: 'us' }));
  route.get('/own', () => ({ by: 'us' }));
};

/** Gives one of Koa's own middleware to an application, in one of three ways. */
const apply = async (way: string, source: KoaSource, use: (koa: Koa) => unknown): Promise<string> => {
  served = await serve((route) => routes(way === 'withKoa()' ? route : route.middleware(fromKoa('step', source))), {
    driver: way.endsWith('fastify') ? 'fastify' : 'koa',
    apply: (app) => {
      app.hooks.report.tap('test', (error) => void reported.push(error));
      if (way !== 'withKoa()') return;
      const { hooks } = app.facades.Http();
      hooks.driver.for('koa').tap('test', (koa) => void use(koa));
    },
  });
  return served.url;
};

type Body = string | URLSearchParams | FormData;

const post = (url: string, body: Body, headers: Readonly<Record<string, string>> = {}): Promise<Response> =>
  fetch(url, { method: 'POST', body, headers });

describe.each(['withKoa()', 'fromKoa() on koa', 'fromKoa() on fastify'])('by %s', (way) => {
  test('a handler reads the JSON, the form and the fields that koaBody() parsed', async () => {
    const parse = koaBody({ multipart: true });
    const url = `${await apply(way, parse, (koa) => koa.use(parse))}/posts`;
    const json = await post(url, '{"title":"Roots"}', { 'content-type': 'application/json' });
    expect([json.status, await json.json()]).toEqual([200, { title: 'Roots' }]);
    expect(await (await post(url, new URLSearchParams({ title: 'Bark' }))).json()).toEqual({ title: 'Bark' });
    expect(await (await post(url, formWith({ title: 'Leaves' }))).json()).toEqual({ title: 'Leaves' });
  });

  test('koaBody() keeps its files where Koa does, and puts them where its options say', async () => {
    const parse = koaBody({ multipart: true, formidable: { uploadDir: folder } });
    const url = `${await apply(way, parse, (koa) => koa.use(parse))}/photos`;
    expect(await (await post(url, formWith({}, 'bytes'))).json()).toEqual({ name: 'a.png', size: 5 });
    expect((await readdir(folder)).length).toBe(2);
  });

  test('koaStatic() answers with a file, and leaves other addresses to the routes', async () => {
    const files = koaStatic(folder, { maxage: 60_000 });
    const url = await apply(way, files, (koa) => koa.use(files));
    const page = await fetch(`${url}/page.txt`);
    expect([await page.text(), page.headers.get('cache-control')]).toEqual(['from a folder', 'max-age=60']);
    expect(await (await fetch(`${url}/own`)).json()).toEqual({ by: 'us' });
  });

  test('a router of Koa answers its routes, and leaves other addresses to ours', async () => {
    const router = new Router();
    router.get('/own', (ctx) => {
      ctx.body = { by: 'koa' };
    });
    const url = await apply(way, router.routes(), (koa) => koa.use(router.routes()));
    expect(await (await fetch(`${url}/own`)).json()).toEqual({ by: 'koa' });
    expect(await (await fetch(`${url}/page.txt`)).json()).toEqual({ by: 'us' });
  });
});

test('the entry has the packages themselves', async () => {
  expect(Koa).toBe(require('koa'));
  expect(Router).toBe((await import('@koa/router')).default);
  expect(koaBody).toBe((await import('koa-body')).koaBody);
  expect(koaStatic).toBe(require('koa-static'));
  expect(new Koa().callback()).toBeInstanceOf(Function);
});
