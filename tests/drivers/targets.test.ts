import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from '@jest/globals';
import { fromKoa } from '@taproot/koa';
import { handOver } from '@taproot/routing';
import { type Served, serve } from '../support/serve.ts';
import { targetProperty } from './support/target-property.ts';

let served: Served | null = null;
afterEach(async () => {
  await served?.close();
  served = null;
});

const get = (target: string): string => `GET ${target} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`;
const bodyOf = (reply: string): string => reply.slice(reply.indexOf('\r\n\r\n') + 4);

describe.each(['koa', 'fastify'])('on the %s driver', (driver) => {
  test.each(['/hook/', '/a%20b.txt', '/%c3%a9', '/%7E', '/%3A%27%40%2B', '/"[|]', '/x?a=%61&b=%', 'http://x/abs/?q'])(
    'TG-01 TG-03 %s arrives as it was sent',
    async (target) => {
      served = await serve(
        (route) => {
          route.get('/{path*}', (ctx) =>
            ctx.response().string(200, `${ctx.request().target()} ${ctx.request().node().url}`),
          );
        },
        { driver },
      );
      expect(Buffer.from(bodyOf(await served.raw(get(target))), 'latin1').toString()).toBe(`${target} ${target}`);
    },
  );

  test.each(['/old/admin%20', '/old/admin%C2%A0', '/old/admin%EF%BB%BF', '/old/..%2fadmin', '/old/x%2F..%2Fadmin'])(
    'TG-02 a guard in front of a hand-over is not passed by %s',
    async (target) => {
      const seen: (string | undefined)[] = [];
      const old = handOver((req, res) => {
        seen.push(req.url);
        res.end();
      });
      served = await serve(
        (route) => {
          route.any('/old/admin', () => ({ guarded: true }));
          route.any('/{path*}', old);
        },
        { driver },
      );
      await served.raw(get(target));
      expect(seen.filter((url) => url !== target)).toEqual([]);
      expect(seen.some((url) => /\.\./.test(String(url)))).toBe(false);
    },
  );

  test.each(['/%61dmin', '/adm%69n/', '/files/%70rivate/x'])(
    'TG-02 %s is no address behind middleware of Koa, which guards the path as it was sent',
    async (target) => {
      const paths: string[] = [];
      const guard = fromKoa('guard', async (ctx, next) => {
        paths.push(ctx.path);
        await next();
      });
      served = await serve(
        (route) => {
          const scope = route.middleware(guard);
          scope.get('/admin', () => ({ reached: true }));
          scope.get('/files/{path*}', () => ({ reached: true }));
          scope.get('/users/{id}', (ctx) => ({ id: ctx.request().route('id') }));
        },
        { driver },
      );
      expect(await served.raw(get(target))).toMatch(/^HTTP\/1\.1 404 /);
      expect(paths).toEqual([]);
      // A parameter is a value.
      expect(bodyOf(await served.raw(get('/users/%7Eada')))).toBe('{"id":"~ada"}');
    },
  );

  test('TG-02 a guard among native middleware is not passed by another spelling', async () => {
    served = await serve((route) => route.get('/admin', () => ({ reached: true })), {
      driver,
      apply: (app) => {
        const { driver: taps } = app.facades.Http().hooks;
        taps.for('koa').tap('guard', (koa) => {
          koa.use((ctx, next) => (ctx.path === '/admin' ? void (ctx.status = 401) : next()));
        });
        taps.for('fastify').tap('guard', (instance) => {
          instance.addHook('onRequest', async (request, reply) => {
            if (request.raw.url === '/admin') await reply.code(401).send();
          });
        });
      },
    });
    expect(await served.raw(get('/admin'))).toMatch(/^HTTP\/1\.1 401 /);
    expect(await served.raw(get('/%61dmin'))).toMatch(/^HTTP\/1\.1 404 /);
  });

  test('TG-04 a directory without a slash at its end is redirected to it', async () => {
    const files = mkdtempSync(join(tmpdir(), 'taproot-targets-'));
    writeFileSync(join(files, 'index.html'), 'home');
    served = await serve((route) => route.static('/docs', files), { driver });
    expect(await served.raw(get('/docs?a=%20'))).toMatch(/^HTTP\/1\.1 301 [^]*\r\nLocation: \.\/docs\/\?a=%20\r\n/);
    expect(bodyOf(await served.raw(get('/docs/')))).toBe('home');
    rmSync(files, { recursive: true });
  });

  test('TG-05 methods beyond the seven, and paths that can be read in two ways, do not reach an old application', async () => {
    const seen: (string | undefined)[] = [];
    const old = handOver((req, res) => {
      seen.push(req.url);
      res.end();
    });
    served = await serve((route) => void route.any('/{path*}', old).rawBody(), { driver });
    expect(await served.raw(get('/x').replace('GET', 'PURGE'))).toMatch(/^HTTP\/1\.1 501 /);
    for (const path of ['//x', '/proxy/https://x/i.png', '/a/../b'])
      expect(await served.raw(get(path))).toMatch(/^HTTP\/1\.1 404 /);
    expect(seen).toEqual([]);
  });

  test('TG-02 an encoded slash does not lead past a guard in front of an old application that decodes it', async () => {
    const reached: (string | undefined)[] = [];
    const old = handOver((req, res) => {
      reached.push(req.url);
      res.end();
    });
    served = await serve(
      (route) => {
        route.any('/vault/{path*}', (ctx) => ctx.response().json(403, {})).rawBody();
        route.any('/{path*}', old).rawBody();
      },
      { driver },
    );
    for (const path of ['/vault%2fplan.txt', '/%2fvault/plan.txt', '/vault%2F%2Fplan.txt', '/vault%2Fplan.txt%2F'])
      expect(await served.raw(get(path))).toMatch(/^HTTP\/1\.1 404 /);
    expect(reached).toEqual([]);
    // No other route has this path with a slash.
    expect(await served.raw(get('/packages/@scope%2fname'))).toMatch(/^HTTP\/1\.1 200 /);
    expect(reached).toEqual(['/packages/@scope%2fname']);
  });

  test.each([false, true])(
    'generated targets, native middleware: %s',
    async (native) => {
      expect(await targetProperty(driver, native, 200, 5)).toEqual([]);
    },
    60_000,
  );
});
