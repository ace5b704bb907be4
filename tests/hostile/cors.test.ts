import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, expect, test } from '@jest/globals';
import { HttpError, type Middleware } from '@taproot/core';
import type { CorsConfig } from '@taproot/cors';
import { bootCors, CorsServer, codeOf, corsOf, type Register } from '../cors/support.ts';
import { drivers } from '../support/drivers.ts';
import { workOf } from '../support/steps.ts';

const evil = 'https://evil.test';
const page = 'https://example.com';

const home: Register = (route) => {
  route.get('/', (ctx) => ctx.response().string(200, 'home'));
  route.post('/', (ctx) => ctx.response().string(200, 'posted'));
};

const raw = async (server: CorsServer, request: string): Promise<string> => {
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
  socket.write(request, 'latin1');
  return text(socket);
};

describe.each(drivers)('hostile origins on the %s driver', (driver) => {
  const serving = async (
    cors: Partial<CorsConfig>,
    work: (server: CorsServer) => Promise<void>,
    register = home,
  ): Promise<void> => {
    const server = await CorsServer.open(register, { driver, cors });
    try {
      await work(server);
    } finally {
      await server.close();
    }
  };

  /** The two replies an origin gets: to a request, and to the preflight before it. */
  const allowedTo = async (server: CorsServer, origin: string): Promise<(string | null)[]> => {
    const replies = [await server.send(origin), await server.preflight(origin)];
    return replies.map((reply) => reply.headers.get('access-control-allow-origin'));
  };

  test('CO-01 without configuration a stranger gets "*", never credentials', async () => {
    await serving({}, async (server) => {
      for (const origin of [evil, 'null', 'https://a.test, https://b.test', 'x'.repeat(8000)]) {
        expect(await allowedTo(server, origin)).toEqual(['*', '*']);
        expect(corsOf(await server.send(origin))).not.toHaveProperty('allow-credentials');
        expect(corsOf(await server.preflight(origin))).not.toHaveProperty('allow-credentials');
      }
    });
  });

  test('CO-02 credentials with "*" or with no origins named do not boot; with origins named nobody else is reflected', async () => {
    const boot = (cors: Partial<CorsConfig>) => codeOf(bootCors(home, { driver, cors }));
    expect(await boot({ supports_credentials: true })).toBe('E_CORS_CREDENTIALS');
    expect(await boot({ supports_credentials: true, allowed_origins: [page, '*'] })).toBe('E_CORS_CREDENTIALS');
    for (const allowed_origins of [[page], []]) {
      await serving({ supports_credentials: true, allowed_origins }, async (server) => {
        expect(await allowedTo(server, evil)).toEqual([null, null]);
        expect(await allowedTo(server, 'null')).toEqual([null, null]);
        expect(corsOf(await server.send(evil))).toEqual({ vary: 'Origin' });
      });
    }
  });

  test('CO-03 what only looks like a listed origin is refused', async () => {
    await serving({ allowed_origins: [page] }, async (server) => {
      expect(await allowedTo(server, page)).toEqual([page, page]);
      for (const origin of [
        'https://evil-example.com',
        'https://example.com.evil.test',
        'http://example.com',
        'https://example.com:8443',
        'https://example.com:443',
        'https://example.com.',
        'https://sub.example.com',
        'https://example.com@evil.test',
        'https://example.com/',
        'HTTPS://EXAMPLE.COM',
        `${page}, ${evil}`,
        `${page} ${evil}`,
        'null',
      ])
        expect([origin, ...(await allowedTo(server, origin))]).toEqual([origin, null, null]);
    });
  });

  test('CO-04 a wildcard takes everything below its host, at any depth, and nothing beside it', async () => {
    await serving(
      { allowed_origins: ['https://*.example.com', 'https://*.le.com', 'http://*.dev.test:3000'] },
      async (server) => {
        for (const origin of [
          'https://a.example.com',
          'https://a.b.example.com',
          'https://x-1.example.com',
          'https://b.le.com',
          'http://app.dev.test:3000',
        ])
          expect(await allowedTo(server, origin)).toEqual([origin, origin]);
        for (const origin of [
          'https://evil-example.com',
          'https://example.com',
          'https://x.example.com.evil.test',
          'https://xexample.com',
          'https://.example.com',
          'https://a..example.com',
          'https://evil.test/.example.com',
          'https://evil.test#.example.com',
          'https://me@x.example.com',
          'https://x.example.com:8443',
          'http://x.example.com',
          'ionic://x.example.com',
          'http://app.dev.test',
          'http://app.dev.test:30000',
        ])
          expect([origin, ...(await allowedTo(server, origin))]).toEqual([origin, null, null]);
      },
    );
  });

  test('CO-05 every reply that depends on the origin says so, beside what else it varies by', async () => {
    const register: Register = (route) =>
      void route.get('/', (ctx) => ctx.response().header('Vary', 'Accept-Encoding').string(200, 'home'));
    await serving(
      { allowed_origins: [page] },
      async (server) => {
        for (const origin of [page, evil, '']) {
          expect((await server.send(origin)).headers.get('vary')).toBe('Accept-Encoding, Origin');
          expect((await server.send(origin, '/unknown')).headers.get('vary')).toBe('Origin, Accept');
        }
        for (const origin of [page, evil])
          expect((await server.preflight(origin)).headers.get('vary')).toMatch(/^Origin, /);
        const forged = await server.send(page, '/unknown', { headers: { vary: '*' } });
        expect(forged.headers.get('vary')).toBe('Origin, Accept');
      },
      register,
    );
  });

  test('CO-06 private networks stay closed unless configuration opens them', async () => {
    await serving({}, async (server) => {
      const asks = { 'access-control-request-private-network': 'true' };
      expect(corsOf(await server.preflight(evil, '/', 'GET', asks))).not.toHaveProperty('allow-private-network');
    });
  });

  test('CO-07 error replies can be read by the page that caused them', async () => {
    const statuses = [500, 422, 429];
    const register: Register = (route) => {
      home(route, {} as Parameters<Register>[1], {} as Parameters<Register>[2]);
      for (const status of statuses)
        route.get(`/${status}`, () => Promise.reject(status === 500 ? new Error('fails') : new HttpError(status)));
    };
    await serving(
      { allowed_origins: [page], supports_credentials: true },
      async (server) => {
        const headers = { 'content-type': 'application/json' };
        const replies = [
          ...(await Promise.all(statuses.map((status) => server.send(page, `/${status}`)))),
          await server.send(page, '/unknown'),
          await server.send(page, '/%ff'),
          await server.send(page, '/', { method: 'DELETE' }),
          await server.send(page, '/', { method: 'POST', headers, body: '{' }),
          await server.send(page, '/', { method: 'POST', headers, body: `"${'x'.repeat(1024 * 1024)}"` }),
          await server.send(page, '/', {
            method: 'POST',
            headers: { 'content-type': 'application/xml' },
            body: '<a/>',
          }),
        ];
        expect(replies.map(({ status }) => status)).toEqual([...statuses, 404, 400, 405, 400, 413, 415]);
        for (const reply of replies)
          expect([reply.status, corsOf(reply)]).toEqual([
            reply.status,
            { 'allow-origin': page, 'allow-credentials': 'true', vary: 'Origin, Accept' },
          ]);
      },
      register,
    );
  });

  test('CO-08 a preflight that asks for too much is answered soon, and nothing of it comes back', async () => {
    await serving({ allowed_headers: ['X-Token'] }, async (server) => {
      const names = Array.from({ length: 1000 }, (_, at) => `x-evil-${at}`).join(',');
      const ask = () => server.preflight(evil, '/', 'FOO', { 'access-control-request-headers': names });
      const reply = await ask();
      expect([reply.status, reply.headers.get('access-control-allow-headers')]).toEqual([204, 'X-Token']);
      expect(JSON.stringify([...reply.headers])).not.toMatch(/FOO|evil/);
      expect(await workOf(ask)).toBeLessThan(100_000);
    });
  });

  test('CO-08 where the headers asked for are allowed, only a list of names of a length that is meant is echoed', async () => {
    await serving({}, async (server) => {
      const echoed = async (names: string) => {
        const reply = await server.preflight(evil, '/', 'PUT', { 'access-control-request-headers': names });
        return [reply.status, reply.headers.get('access-control-allow-headers')];
      };
      expect(await echoed('x-one, x-two')).toEqual([204, 'x-one, x-two']);
      for (const names of ['x: 1', '<script>', 'x-é', '"x"', 'a,'.repeat(3000)])
        expect(await echoed(names)).toEqual([204, null]);
      const split = await raw(
        server,
        `OPTIONS / HTTP/1.1\r\nHost: x\r\nOrigin: ${evil}\r\nAccess-Control-Request-Method: PUT\r\nAccess-Control-Request-Headers: a\rX-Evil: 1\r\nConnection: close\r\n\r\n`,
      );
      expect(split).not.toMatch(/x-evil/i);
    });
  });

  test('CO-09 a preflight passes neither authentication nor limits, allowed or not', async () => {
    let charged = 0;
    const limit: Middleware = {
      signature: () => 'limit',
      handle(_ctx, next) {
        charged++;
        return next();
      },
    };
    const guard: Middleware = { signature: () => 'guard', handle: (ctx) => ctx.response().string(401, 'who?') };
    const register: Register = (route, _middleware, app) => {
      app.facades.Http().globalMiddleware.append({ ...limit, signature: () => 'global limit' });
      route.middleware(limit, guard).put('/', () => undefined);
      route.middleware(limit, guard).options('/own', () => undefined);
    };
    await serving(
      { allowed_origins: [page] },
      async (server) => {
        for (const origin of [page, evil])
          for (const path of ['/', '/own', '/unknown']) expect((await server.preflight(origin, path)).status).toBe(204);
        expect(charged).toBe(0);
        expect((await server.send(page, '/', { method: 'PUT' })).status).toBe(401);
        expect(charged).toBe(2);
      },
      register,
    );
  });

  test('CO-10 paths are those the router sees, in whatever way they were written', async () => {
    const register: Register = (route) => void route.any('/{path*}', (ctx) => ctx.response().string(200, 'any'));
    await serving(
      { paths: ['api/*'] },
      async (server) => {
        const shown = async (path: string) => {
          const reply = await raw(
            server,
            `GET ${path} HTTP/1.1\r\nHost: x\r\nOrigin: ${page}\r\nConnection: close\r\n\r\n`,
          );
          return [reply.slice(9, 12), /access-control/i.test(reply)];
        };
        for (const path of ['/api/x', '/api/x/', '/api/x/y?z=1', '/%61pi/x', '/api/%C3%A9'])
          expect([path, ...(await shown(path))]).toEqual([path, '200', true]);
        for (const path of ['/api', '/api/', '/apix', '/API/x', '/admin?/api/x', '/api%2Fx'])
          expect([path, ...(await shown(path))]).toEqual([path, '200', false]);
        for (const path of ['/api/../admin', '//api/x', '/admin/..%2fapi/x/%2e%2e/y'])
          expect([path, (await shown(path))[0]]).toEqual([path, '404']);
      },
      register,
    );
  });

  test('CO-11 an origin with a slash, a path or no scheme does not boot, and the error names it', async () => {
    for (const origin of ['https://example.com/', 'https://example.com/app', 'example.com', '*.example.com']) {
      const boot = bootCors(home, { driver, cors: { allowed_origins: [page, origin] } });
      await expect(boot).rejects.toMatchObject({
        code: 'E_CORS_ORIGIN',
        message: expect.stringContaining(`"${origin}"`) as unknown,
      });
    }
  });

  test('HD-07 lists of thousands of preferences are negotiated soon, CORS around them or not', async () => {
    await serving({ allowed_origins: [page] }, async (server) => {
      const list = (entry: string) => entry.repeat(Math.floor(14_000 / entry.length));
      for (const [name, entry] of [
        ['accept', 'a/b,'],
        ['accept-language', 'en,'],
        ['accept-encoding', 'br,'],
      ] as const) {
        const ask = () => server.send(page, '/unknown', { headers: { [name]: list(entry) } });
        const reply = await ask();
        expect([reply.status, reply.headers.get('access-control-allow-origin')]).toEqual([404, page]);
        expect(await workOf(ask)).toBeLessThan(300_000);
      }
    });
  });
});
