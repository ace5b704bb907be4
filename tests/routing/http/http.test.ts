import { setImmediate as turn } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import type { Context } from '@taproot/core';
import { http } from '@taproot/testing';
import { drivers } from '../../support/drivers.ts';
import { freePort } from '../../support/free-port.ts';
import { bootRoutes, type Served, serve } from '../../support/serve.ts';
import { RawClient } from '../server/raw-client.ts';

const ok = (ctx: Context) => ctx.response().string(200, 'ok');

describe('open()', () => {
  test('leaves nothing listening when the application is closed meanwhile, whenever that is', async () => {
    for (let turns = 0; turns < 12; turns++) {
      const port = await freePort();
      const app = await bootRoutes((route) => route.get('/', ok), { config: { http: { port } } });
      const opening = app.open().then(
        () => 'opened',
        (error: unknown) => error,
      );
      for (let left = turns; left > 0; left--) await turn();
      expect(await app.close()).toEqual([]);
      const outcome = await opening;
      // In time it had opened, and was closed as usual.
      if (outcome !== 'opened') expect(outcome).toMatchObject({ code: 'E_APP_CLOSED' });
      expect(app.facades.Http().address).toBeNull();
      await expect(RawClient.open(port)).rejects.toMatchObject({ code: 'ECONNREFUSED' });
    }
  });

  test('a second time rejects, and the application goes on serving', async () => {
    const port = await freePort();
    const served = await serve((route) => route.get('/', ok), { config: { http: { port } } });
    try {
      await expect(served.app.open()).rejects.toMatchObject({ code: 'E_APP_OPENED' });
      expect(served.app.facades.Http().address).toMatchObject({ port });
      expect(await (await fetch(served.url)).text()).toBe('ok');
    } finally {
      await served.close();
    }
  });
});

describe('the listener', () => {
  test('reports a driver that cannot be started, and starts it anew for the next request', async () => {
    const reported: unknown[] = [];
    const broken = new Error('no such engine');
    let fails = true;
    const app = await bootRoutes((route) => route.get('/', ok), {
      apply: ({ hooks, facades }) => {
        hooks.report.tap('test', (error, origin) => void reported.push([error, origin]));
        facades
          .Http()
          .hooks.driver.for('koa')
          .tap('test', () => {
            if (fails) throw broken;
          });
      },
    });
    try {
      await expect(http(app).get('/')).rejects.toMatchObject({ code: 'E_REPLY_BROKEN' });
      expect(reported).toEqual([
        [expect.objectContaining({ code: 'E_PLUGIN_FAILED', cause: broken }), { where: 'driver' }],
      ]);
      fails = false;
      await http(app).get('/').assertOk();
      expect(reported).toHaveLength(1);
    } finally {
      await app.close();
    }
  });

  test('closes a driver that failed half-way', async () => {
    let closed = 0;
    let fails = true;
    const app = await bootRoutes((route) => route.get('/', ok), {
      driver: 'fastify',
      apply: ({ hooks, facades }) => {
        hooks.report.tap('test', () => undefined);
        facades
          .Http()
          .hooks.driver.for('fastify')
          .tap('test', (fastify) => {
            fastify.addHook('onClose', async () => void closed++);
            if (fails) void fastify.register(async () => Promise.reject(new Error('no plugin')));
          });
      },
    });
    try {
      await expect(http(app).get('/')).rejects.toMatchObject({ code: 'E_REPLY_BROKEN' });
      expect(closed).toBe(1);
      fails = false;
      await http(app).get('/').assertOk();
    } finally {
      await app.close();
    }
    expect(closed).toBe(2);
  });
});

describe('values of a context', () => {
  let served: Served | null = null;
  afterEach(async () => {
    await served?.close();
    served = null;
  });

  test('values are kept by their keys, the last one given, and known to nobody else', async () => {
    const one = Symbol('key');
    const other = Symbol('key');
    served = await serve((route) => {
      route.get('/kept', (ctx) => {
        const before = [ctx.value('a'), ctx.value(one)];
        ctx.withValue('a', 1).withValue(one, 2).withValue(other, undefined).withValue('a', 3).withValue(one, 4);
        return ctx.response().json(200, [before, ctx.value('a'), ctx.value(one), ctx.value('toString')]);
      });
      route.get('/nothing', (ctx) => ctx.response().json(200, [ctx.withValue('a', null).value('a'), ctx.value(one)]));
    });
    expect(await (await fetch(`${served.url}/kept`)).json()).toEqual([[null, null], 3, 4, null]);
    expect(await (await fetch(`${served.url}/nothing`)).json()).toEqual([null, null]);
  });
});

describe.each(drivers)('a bearer token over the wire, on the %s driver', (driver) => {
  let served: Served;
  beforeAll(async () => {
    served = await serve(
      (route) => void route.get('/', (ctx) => ctx.response().string(200, `<${ctx.request().bearerToken()}>`)),
      { driver },
    );
  });
  afterAll(() => served.close());

  const tokenOf = async (...lines: readonly string[]): Promise<string> => {
    const head = ['GET / HTTP/1.1', 'Host: localhost', ...lines, 'Connection: close', '', ''];
    const reply = await served.raw(head.join('\r\n'));
    expect(reply).toMatch(/^HTTP\/1\.1 200 /);
    return reply.slice(reply.lastIndexOf('<'));
  };

  test.each([
    ['Authorization: Bearer abc', '<abc>'],
    ['authorization: bearer abc', '<abc>'],
    ['AUTHORIZATION: BEARER   a.b-c_d~e+f/g==', '<a.b-c_d~e+f/g==>'],
    ['Authorization: Basic abc', '<>'],
    ['Authorization: xBearer abc', '<>'],
    ['Authorization: Bearer', '<>'],
    ['Authorization: Bearer abc def', '<>'],
    ['Authorization: Bearer abc, Bearer def', '<>'],
    ['Authorization:', '<>'],
    ['X-Authorization: Bearer abc', '<>'],
  ])('of %j is %s', async (line, token) => {
    expect(await tokenOf(line)).toBe(token);
  });

  test('AU-04 is none when there are several credentials: a proxy may have checked another than the first', async () => {
    for (const lines of [
      ['Authorization: Bearer guest', 'Authorization: Bearer admin'],
      ['Authorization: Bearer admin', 'authorization: Basic YTpi'],
      ['AUTHORIZATION: Basic YTpi', 'Authorization: Bearer admin'],
      ['Authorization: Bearer same', 'X-Between: 1', 'Authorization: Bearer same'],
      ['Authorization:', 'Authorization: Bearer admin'],
      ['Authorization: Bearer admin', 'Authorization:'],
      ['Authorization: Bearer a', 'Authorization: Bearer b', 'Authorization: Bearer c'],
    ])
      expect([lines, await tokenOf(...lines)]).toEqual([lines, '<>']);
  });
});
