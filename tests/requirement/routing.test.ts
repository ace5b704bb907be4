import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { auth } from '@taproot/auth';
import { type Application, type Context, createFacades, type Middleware, setup } from '@taproot/core';
import { cors } from '@taproot/cors';
import { database } from '@taproot/database';
import { fastify } from '@taproot/fastify';
import { memoryFiles, routing } from '@taproot/routing';
import { http } from '@taproot/testing';
import { limit, throttle } from '@taproot/throttle';
import { drivers } from '../support/drivers.ts';

// What the requirement says of routing, limits and CORS, name by name, on both drivers.

const said: string[] = [];

class Stamp implements Middleware {
  readonly #name: string;
  constructor(name: string) {
    this.#name = name;
  }
  signature = () => this.#name;
  handle: Middleware['handle'] = (_ctx, next) => {
    said.push(this.#name);
    return next();
  };
}

/** Actions that return nothing: the answer is what they staged. */
class PhotoController {
  index(ctx: Context) {
    ctx.response().success().json({ action: 'index' });
  }
  show(ctx: Context) {
    ctx
      .response()
      .success()
      .json({ action: 'show', id: ctx.request().input('id') });
  }
  store(ctx: Context) {
    ctx.response().json(201, { action: 'store' });
  }
  update(ctx: Context) {
    ctx.response().json(200, { action: 'update', id: ctx.request().input('id') });
  }
  destroy(ctx: Context) {
    ctx.response().json(200, { action: 'destroy', id: ctx.request().input('id') });
  }
}

const bootWith = (driver: string) => {
  const handle = createFacades();
  const { facades, middleware } = handle;
  const named = (ctx: Context) => ctx.response().success().string(ctx.request().method());
  return setup(handle, { basePath: import.meta.dirname, env: { APP_ENV: 'testing' } })
    .withPlugins([routing(), fastify(), cors(), throttle(), auth(), database()])
    .withConfig({ http: { driver }, app: { debug: false } })
    .withCallback(() => {
      const limiter = facades.RateLimiter();
      limiter.for('api', (ctx) => limit.perMinute(1).by(ctx.request().query('user', 'nobody')));
      limiter.for('polite', () => limit.perMinute(1).response((ctx) => void ctx.response().string(429, 'later')));
      limiter.forWithLimits('both', (ctx) => [
        limit.perMinute(2).by('everyone'),
        limit.perMinute(1).by(ctx.request().ip()),
      ]);
    })
    .withRouting((route) => {
      route.get('/methods', named);
      route.post('/methods', named);
      route.put('/methods', named);
      route.delete('/methods', named);
      route.patch('/methods', named);
      route.options('/methods', named);
      route.any('/any', named);

      route.get('/search', (ctx) => ctx.response().string(200, ctx.request().query('name', 'unnamed')));
      route.post('/users/{id}', (ctx) =>
        ctx.response().json(200, { id: ctx.request().input('id'), name: ctx.request().input('name') }),
      );
      route.get('/ip', (ctx) => ctx.response().success().string(ctx.request().ip()));
      route.get('/stop', (ctx) => {
        ctx.request().abortWithStatus(418);
        throw new Error('It went on.');
      });

      route.prefix('/admin').group((router) => {
        router.prefix('/reports').get('/{year}', named).name('reports.show');
      });
      route.resource('/photos', new PhotoController());
      route.static('/static', 'files');
      route.staticFile('/one.txt', 'files/one.txt');
      route.staticFS('/memory', memoryFiles({ 'a.txt': 'from memory' }));

      const outer = route.middleware(new Stamp('outer'));
      outer.group((router) => {
        router.middleware(new Stamp('inner')).get('/stamped', named);
        router.withoutMiddleware(new Stamp('outer')).get('/unstamped', named);
        router
          .middleware(new Stamp('inner'))
          .withoutMiddleware(new Stamp('outer'))
          .group((plain) => {
            plain.get('/plain', named);
          });
      });

      route.middleware(middleware.auth()).group((router) => {
        router.get('/private', named);
        router.withoutMiddleware(middleware.auth()).get('/public', named);
      });
      route.middleware(middleware.cors({ allowed_origins: ['https://a.example'] })).get('/shared', named);
      route.middleware(middleware.throttle('api')).get('/limited', named);
      route.middleware(middleware.throttle('polite')).get('/polite', named);
      route.middleware(middleware.throttle('both')).get('/both', named);

      route.fallback((ctx) => ctx.response().string(404, 'nothing here'));
    })
    .create();
};

describe.each(drivers)('the requirement on the %s driver', (driver) => {
  let app: Application;

  beforeAll(async () => {
    app = await bootWith(driver);
  });

  afterAll(() => app.close());

  test('a handler for each method, and for any', async () => {
    for (const method of ['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS']) {
      await http(app).call(method, '/methods').assertOk().assertSee(method);
      await http(app).call(method, '/any').assertOk().assertSee(method);
    }
  });

  test('query with a default, input of parameters and fields, ip, abortWithStatus', async () => {
    await http(app).get('/search').assertSee('unnamed');
    await http(app).get('/search?name=ada').assertSee('ada');
    await http(app).post('/users/7', { name: 'Ada' }).assertExactJson({ id: '7', name: 'Ada' });
    await http(app).from('203.0.113.9').get('/ip').assertSee('203.0.113.9');
    await http(app).get('/stop').assertStatus(418);
  });

  test('groups, prefixes, names, info and getRoutes', async () => {
    await http(app).get('/admin/reports/2026').assertOk();
    const route = app.facades.Route();
    expect(route.info('reports.show')).toMatchObject({ method: 'GET|HEAD', path: '/admin/reports/{year}' });
    expect(route.info('nothing')).toBeNull();
    expect(route.getRoutes().map(({ path }) => path)).toEqual(expect.arrayContaining(['/any', '/photos/{id}']));
  });

  test('five resource routes, whose actions return nothing', async () => {
    await http(app).get('/photos').assertExactJson({ action: 'index' });
    await http(app).get('/photos/3').assertExactJson({ action: 'show', id: '3' });
    await http(app).post('/photos').assertCreated().assertExactJson({ action: 'store' });
    await http(app).put('/photos/3').assertExactJson({ action: 'update', id: '3' });
    await http(app).delete('/photos/3').assertExactJson({ action: 'destroy', id: '3' });
  });

  test('a directory, a file, a file system, the fallback', async () => {
    await http(app).get('/static/one.txt').assertOk().assertSee('a file');
    await http(app).get('/one.txt').assertOk().assertSee('a file');
    await http(app).get('/memory/a.txt').assertOk().assertSee('from memory');
    await http(app).get('/nowhere').assertNotFound().assertSee('nothing here');
  });

  test('middleware in its scope, excluded by signature on a route and on a group', async () => {
    const stamps = async (path: string) => {
      said.length = 0;
      await http(app).get(path).assertOk();
      return [...said];
    };
    expect(await stamps('/stamped')).toEqual(['outer', 'inner']);
    expect(await stamps('/unstamped')).toEqual([]);
    expect(await stamps('/plain')).toEqual(['inner']);
    expect(await stamps('/any')).toEqual([]);
    await http(app).get('/private').assertUnauthorized();
    await http(app).get('/public').assertOk();
  });

  test('limits by key, lists of limits in their order, an answer of their own', async () => {
    await http(app).get('/limited?user=ada').assertOk();
    await http(app).get('/limited?user=bob').assertOk();
    await http(app).get('/limited?user=ada').assertTooManyRequests();
    await http(app).get('/polite').assertOk();
    await http(app).get('/polite').assertTooManyRequests().assertSee('later');
    await http(app).from('203.0.113.1').get('/both').assertOk();
    await http(app).from('203.0.113.1').get('/both').assertTooManyRequests();
    await http(app).from('203.0.113.2').get('/both').assertOk();
    await http(app).from('203.0.113.3').get('/both').assertTooManyRequests();
  });

  test('CORS is on by default, and of its own on a route', async () => {
    const other = http(app).withHeader('Origin', 'https://b.example');
    await other.get('/any').assertHeader('Access-Control-Allow-Origin', '*');
    await other.get('/nowhere').assertHeader('Access-Control-Allow-Origin', '*');
    await other.get('/shared').assertOk().assertHeaderMissing('Access-Control-Allow-Origin');
    await http(app)
      .withHeader('Origin', 'https://a.example')
      .get('/shared')
      .assertHeader('Access-Control-Allow-Origin', 'https://a.example');
  });

  test('serveHTTP answers on any server', async () => {
    const server: Server = createServer((req, res) => app.facades.Route().serveHTTP(req, res));
    await new Promise<void>((listening) => server.listen(0, listening));
    const { port } = server.address() as AddressInfo;
    const response = await fetch(`http://127.0.0.1:${port}/photos/5`);
    expect(await response.json()).toEqual({ action: 'show', id: '5' });
    await new Promise((closed) => server.close(closed));
  });
});
