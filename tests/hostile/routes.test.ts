import { describe, expect, test } from '@jest/globals';
import { type Context, FrameworkError, type Middleware } from '@taproot/core';
import type { RootRouter } from '@taproot/routing';
import { bootRoutes } from '../support/serve.ts';
import { workOf } from '../support/steps.ts';

const handler = (ctx: Context) => ctx.response().noContent();

const fault = async (register: (route: RootRouter) => void): Promise<FrameworkError> => {
  try {
    await (await bootRoutes(register)).close();
  } catch (error) {
    if (error instanceof FrameworkError) return error;
    throw error;
  }
  throw new Error('It booted.');
};

describe('registration', () => {
  test('RT-10 a parameter that stands twice in a pattern is a boot error naming both', async () => {
    const error = await fault((route) => route.get('/u/{id}/p/{id}', handler));
    expect(error.code).toBe('E_ROUTE_PATTERN');
    expect(error.message).toContain('/u/{id}/p/{id}');
    expect(error.message).toContain('"id"');
  });

  test('RT-12 a pattern of fourteen optional parameters is a boot error at once', async () => {
    const pattern = `/a${Array.from({ length: 14 }, (_, n) => `/{p${n}?}`).join('')}`;
    const boot = () => fault((route) => route.get(pattern, handler));
    expect((await boot()).code).toBe('E_ROUTE_PATTERN');
    expect(await workOf(boot)).toBeLessThan(50_000);
  });

  test.each(['/a/{', '/a/}', '/a/{b', '/a/{1x}', '/{a*}/b', '/{a?}/b', '/{a}{b}', '/x{a?}', '/{a:(}'])(
    'the pattern %s is a boot error that says why',
    async (pattern) => {
      const error = await fault((route) => route.get(pattern, handler));
      expect(error.code).toBe('E_ROUTE_PATTERN');
      expect(error.fix).toBeTruthy();
    },
  );

  test('RT-16 a method and path given twice are a boot error listing both places', async () => {
    const error = await fault((route) => {
      route.get('/same/{a}', handler);
      route.match(['GET'], '/same/{b}', handler);
    });
    expect(error.code).toBe('E_ROUTE_DUPLICATE');
    expect([...error.message.matchAll(/routes\.test\.ts:\d+/g)]).toHaveLength(2);
  });

  test('RT-16 a name given twice is a boot error listing both routes', async () => {
    const error = await fault((route) => {
      route.get('/a', handler).name('home');
      route.get('/b', handler).name('home');
    });
    expect(error.code).toBe('E_ROUTE_NAME_DUPLICATE');
    expect(error.message).toMatch(/\/a .*\/b /);
  });

  test('AU-08 LC-12 two middleware of one signature are a boot error naming both', async () => {
    class First implements Middleware {
      signature = () => 'same';
      handle: Middleware['handle'] = (_ctx, next) => next();
    }
    class Second extends First {}
    const error = await fault((route) => {
      route.middleware(new First()).get('/a', handler);
      route.middleware(new Second()).get('/b', handler);
    });
    expect(error.code).toBe('E_MIDDLEWARE_SIGNATURE');
    expect(error.message).toMatch(/First.*Second/);
  });

  test('LC-18 a route registered after boot is an error', async () => {
    const app = await bootRoutes(() => undefined);
    expect(() => app.facades.Route().get('/late', handler)).toThrow(
      expect.objectContaining({ code: 'E_ROUTE_FROZEN' }),
    );
    await app.close();
  });

  test('an unknown driver is a boot error with the nearest name', async () => {
    await expect(bootRoutes(() => undefined, { driver: 'kao' })).rejects.toMatchObject({
      code: 'E_DRIVER_UNKNOWN',
      message: expect.stringContaining('Did you mean "koa"?'),
    });
  });
});

describe('url()', () => {
  test('RT-20 encodes what would change the path and refuses dot segments', async () => {
    const app = await bootRoutes((route) => {
      route.get('/files/{name}', handler).name('file');
      route.get('/tree/{path*}', handler).name('tree');
      route.get('/posts/{id:[0-9]+}/{tab?}', handler).name('post');
    });
    const route = app.facades.Route();
    expect(route.url('file', { name: 'a/b?c#d' })).toBe('/files/a%2Fb%3Fc%23d');
    expect(route.url('file', { name: '100%' })).toBe('/files/100%25');
    expect(route.url('tree', { path: 'a b/ü' })).toBe('/tree/a%20b/%C3%BC');
    expect(route.url('post', { id: 7 }, { page: 2, tags: ['a', 'b'], none: null })).toBe(
      '/posts/7?page=2&tags%5B%5D=a&tags%5B%5D=b',
    );
    for (const name of ['..', '.', 'a/../b'])
      expect(() => route.url('file', { name })).toThrow(expect.objectContaining({ code: 'E_ROUTE_PARAMETER' }));
    expect(() => route.url('post', { id: 'x' })).toThrow(expect.objectContaining({ code: 'E_ROUTE_PARAMETER' }));
    expect(() => route.url('post', {})).toThrow(/"id" is missing/);
    expect(() => route.url('post', { id: 1, tba: 2 })).toThrow(/"tba" is not in the pattern/);
    expect(() => route.url('fiel', { name: 'x' })).toThrow(/Did you mean "file"\?/);
    await app.close();
  });
});
