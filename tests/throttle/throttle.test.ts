import { describe, expect, test } from '@jest/globals';
import type { Context } from '@taproot/core';
import { limit, type RateLimiter } from '@taproot/throttle';
import {
  bootLimiter,
  burst,
  codes,
  faultOf,
  headersOf,
  hit,
  type Limited,
  requestTo,
  tally,
  withLimiter,
} from './support/limited.ts';

const perMinute = (points: number) => (limiter: RateLimiter) => limiter.for('api', () => limit.perMinute(points));
const api = ({ limiter }: Limited) => limiter.throttle('api');

describe('headers', () => {
  test('every limited reply tells limit and remaining, and no reset', async () => {
    await withLimiter({ register: perMinute(3) }, async (limited) => {
      const replies = [await hit(api(limited)), await hit(api(limited)), await hit(api(limited))];
      expect(replies.map(({ headers }) => headers)).toEqual([
        { 'X-RateLimit-Limit': 3, 'X-RateLimit-Remaining': 2 },
        { 'X-RateLimit-Limit': 3, 'X-RateLimit-Remaining': 1 },
        { 'X-RateLimit-Limit': 3, 'X-RateLimit-Remaining': 0 },
      ]);
    });
  });

  test('a refused one tells besides when to come again, in seconds and as a time', async () => {
    await withLimiter({ register: perMinute(1) }, async (limited) => {
      await hit(api(limited));
      const { status, headers, error } = await hit(api(limited));
      expect(status).toBe(429);
      expect(error).toMatchObject({ code: 'E_TOO_MANY_REQUESTS' });
      expect(headers).toMatchObject({ 'X-RateLimit-Limit': 1, 'X-RateLimit-Remaining': 0, 'Retry-After': 60 });
      const reset = Number(headers['X-RateLimit-Reset']) - Date.now() / 1000;
      expect(reset).toBeGreaterThan(58);
      expect(reset).toBeLessThan(62);
    });
  });

  test('TH-04 the tightest of several limits is told', async () => {
    const register = (limiter: RateLimiter) =>
      limiter.forWithLimits('api', () => [limit.perHour(100), limit.perMinute(5), limit.perDay(50)]);
    await withLimiter({ register }, async (limited) => {
      const { headers } = await hit(api(limited));
      expect(headers).toEqual({ 'X-RateLimit-Limit': 5, 'X-RateLimit-Remaining': 4 });
    });
  });

  test('the tightest of two throttles around one another is told, whichever is outside', async () => {
    const register = (limiter: RateLimiter) =>
      limiter.for('wide', () => limit.perMinute(50)).for('narrow', () => limit.perMinute(5));
    await withLimiter({ register }, async ({ limiter }) => {
      for (const [outer, inner] of [
        ['wide', 'narrow'],
        ['narrow', 'wide'],
      ] as const) {
        const ctx = requestTo({ pattern: `/${outer}` });
        await limiter
          .throttle(outer)
          .handle(ctx, async () => limiter.throttle(inner).handle(ctx, async () => ({}) as never));
        expect(headersOf(ctx)).toEqual({ 'X-RateLimit-Limit': 5, 'X-RateLimit-Remaining': 4 });
        expect(ctx.value('throttle')).toMatchObject([{ limiter: outer }, { limiter: inner }]);
      }
    });
  });

  test('the fields of the IETF draft are told on request', async () => {
    const register = (limiter: RateLimiter) =>
      limiter.forWithLimits('a"pi \u00e9', () => [limit.perMinute(5), limit.perHour(100)]);
    await withLimiter({ register, config: { ietf_headers: true } }, async ({ limiter }) => {
      const { headers } = await hit(limiter.throttle('a"pi \u00e9'));
      expect(headers['RateLimit-Policy']).toBe('"a\\"pi ?";q=5;w=60, "a\\"pi ?.2";q=100;w=3600');
      expect(headers['RateLimit']).toBe('"a\\"pi ?";r=4;t=60, "a\\"pi ?.2";r=99;t=3600');
    });
  });
});

describe('limits', () => {
  test('TH-04 each of several limits has its own count, and the sixth request of five is refused', async () => {
    const register = (limiter: RateLimiter) =>
      limiter.forWithLimits('api', (ctx) => [
        limit.perMinute(5).by(ctx.request().ip()),
        limit.perHour(100).by(ctx.request().ip()),
      ]);
    await withLimiter({ register }, async (limited) => {
      const statuses = [];
      for (let request = 0; request < 6; request++) statuses.push((await hit(api(limited))).status);
      expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
      const { headers } = await hit(api(limited), { ip: '10.0.0.2' });
      expect(headers['X-RateLimit-Remaining']).toBe(4);
    });
  });

  test('TH-05 a request that the second limit refuses costs nothing of the first', async () => {
    const register = (limiter: RateLimiter) =>
      limiter
        .forWithLimits('api', () => [limit.perMinute(10).by('shared'), limit.perMinute(2).by('tight')])
        .forWithLimits('probe', () => [limit.perMinute(10).by('shared')]);
    await withLimiter({ register }, async (limited) => {
      expect(tally(await burst(api(limited), 30))).toEqual({ 200: 2, 429: 28 });
      const ctx = requestTo();
      await faultOf(() => api(limited).handle(ctx, async () => ({}) as never));
      expect(ctx.value('throttle')).toBeUndefined();
    });
  });

  test('TH-05 the point of the first limit is there again for whom the second admits', async () => {
    const register = (limiter: RateLimiter) =>
      limiter.forWithLimits('api', (ctx) => [limit.perMinute(4).by('all'), limit.perMinute(2).by(ctx.request().ip())]);
    await withLimiter({ register }, async (limited) => {
      await burst(api(limited), 20, { ip: '10.0.0.1' });
      expect(tally(await burst(api(limited), 20, { ip: '10.0.0.2' }))).toEqual({ 200: 2, 429: 18 });
      expect(tally(await burst(api(limited), 20, { ip: '10.0.0.3' }))).toEqual({ 429: 20 });
    });
  });

  test('TH-14 a limit of 0 refuses every request', async () => {
    await withLimiter({ register: perMinute(0) }, async (limited) => {
      const { status, headers } = await hit(api(limited));
      expect(status).toBe(429);
      expect(headers).toMatchObject({ 'X-RateLimit-Limit': 0, 'X-RateLimit-Remaining': 0, 'Retry-After': 60 });
    });
  });

  test.each([
    ['null', null],
    ['nothing', undefined],
    ['an empty list', []],
    ['limit.none()', limit.none()],
    ['a list of none', [limit.none()]],
    ['a promise of null', Promise.resolve(null)],
  ])('TH-16 a limiter that returns %s sets no limit and no header', async (_what, result) => {
    const register = (limiter: RateLimiter) => limiter.forWithLimits('api', () => result as readonly [] | null);
    await withLimiter({ register }, async (limited) => {
      for (let request = 0; request < 20; request++)
        expect(await hit(api(limited))).toMatchObject({ status: 200, headers: {} });
    });
  });

  test.each([
    [
      'throws',
      () => {
        throw new Error('broken');
      },
    ],
    ['rejects', () => Promise.reject(new Error('broken'))],
    ['returns a number', () => 5],
    ['returns a list with something else in it', () => [limit.perMinute(5), { points: 5 }]],
    ['makes a limit of NaN', () => limit.perMinute(Number.NaN)],
  ])('TH-16 a limiter that %s lets nothing pass', async (_what, callback) => {
    const register = (limiter: RateLimiter) => limiter.for('api', callback as unknown as () => null);
    await withLimiter({ register }, async (limited) => {
      expect(await hit(api(limited))).toMatchObject({ status: 500 });
    });
  });

  test('TH-16 a request waits for a slow limiter and is counted by it', async () => {
    let answer: (value: null) => void = () => undefined;
    const slow = new Promise<null>((resolve) => (answer = resolve));
    const register = (limiter: RateLimiter) => limiter.for('api', async () => (await slow) ?? limit.perMinute(1));
    await withLimiter({ register }, async (limited) => {
      const replies = burst(api(limited), 5);
      answer(null);
      expect(tally(await replies)).toEqual({ 200: 1, 429: 4 });
    });
  });

  test('a limit that changes takes effect at once and goes on from what was counted', async () => {
    let points = 2;
    const register = (limiter: RateLimiter) => limiter.for('api', () => limit.perMinute(points).by('ada'));
    await withLimiter({ register }, async (limited) => {
      await burst(api(limited), 5);
      points = 5;
      expect(tally(await burst(api(limited), 5))).toEqual({ 200: 3, 429: 2 });
      points = 1;
      expect((await hit(api(limited))).status).toBe(429);
    });
  });
});

describe('keys', () => {
  test('TH-03 a limiter and its key never spell those of another', async () => {
    const register = (limiter: RateLimiter) => {
      limiter.for('a', () => limit.perMinute(1).by('b:c'));
      limiter.for('a:b', () => limit.perMinute(1).by('c'));
      limiter.for('1:a', () => limit.perMinute(1).by('b'));
      limiter.forWithLimits('list', () => [
        limit.perMinute(1).by('x'),
        limit.perMinute(1).by('x'),
        limit.perHour(1).by('x'),
      ]);
    };
    await withLimiter({ register }, async ({ limiter }) => {
      for (const name of ['a', 'a:b', '1:a', 'list']) {
        expect((await hit(limiter.throttle(name))).status).toBe(200);
        expect((await hit(limiter.throttle(name))).status).toBe(429);
      }
    });
  });

  test('a key given by by() is never the one of a client without it', async () => {
    let keyed = true;
    const register = (limiter: RateLimiter) =>
      limiter.for('api', () => (keyed ? limit.perMinute(1).by('10.0.0.1 /') : limit.perMinute(1)));
    await withLimiter({ register }, async (limited) => {
      expect((await hit(api(limited), { ip: '10.0.0.1' })).status).toBe(200);
      keyed = false;
      expect((await hit(api(limited), { ip: '10.0.0.1' })).status).toBe(200);
    });
  });

  test('TH-06 without a key, a client has one count for a route, whatever its path', async () => {
    await withLimiter({ register: perMinute(2) }, async (limited) => {
      const statuses = [];
      for (const _path of ['/login/1', '/login/2', '/login/3'])
        statuses.push((await hit(api(limited), { pattern: '/login/{id}' })).status);
      expect(statuses).toEqual([200, 200, 429]);
      expect((await hit(api(limited), { pattern: '/other' })).status).toBe(200);
      expect((await hit(api(limited), { pattern: '/login/{id}', ip: '10.0.0.9' })).status).toBe(200);
    });
  });

  test('IP-05 a client that goes through its IPv6 network has one count', async () => {
    await withLimiter({ register: perMinute(2) }, async (limited) => {
      const statuses = [];
      for (const ip of ['2001:db8::1', '2001:db8::ffff:2', '2001:db8:0:0:3::', '2001:db8:0:1::1'])
        statuses.push((await hit(api(limited), { ip })).status);
      expect(statuses).toEqual([200, 200, 429, 200]);
    });
  });

  test('IP-06 requests without an address are counted together, and that is told once', async () => {
    await withLimiter({ register: perMinute(2) }, async (limited) => {
      expect(tally(await burst(api(limited), 5, { ip: '' }))).toEqual({ 200: 2, 429: 3 });
      expect(codes(limited.reports)).toEqual(['E_THROTTLE_NO_ADDRESS']);
    });
  });

  test('TH-17 hostile keys are told apart, and a long one is kept as a short one', async () => {
    const long = 'x'.repeat(10_240);
    const keys = [
      '__proto__',
      'constructor',
      'a\r\nb',
      'a\nb',
      '\u{1f600}',
      '\u{1f601}',
      '\ud800'.repeat(80),
      '\ud801'.repeat(80),
      long,
      `${long}y`,
    ];
    let key = '';
    const register = (limiter: RateLimiter) => limiter.for('api', () => limit.perMinute(1).by(key));
    await withLimiter({ register }, async (limited) => {
      for (key of keys) expect((await hit(api(limited))).status).toBe(200);
      for (key of keys) expect((await hit(api(limited))).status).toBe(429);
    });
  });
});

describe('a refused request', () => {
  const withResponse = (respond: (ctx: Context) => unknown) => (limiter: RateLimiter) =>
    limiter.for('api', () => limit.perMinute(0).response(respond as () => void));

  test('gets what response() returns, with the headers', async () => {
    await withLimiter({ register: withResponse((ctx) => ctx.response().json(418, {})) }, async (limited) => {
      const { status, headers } = await hit(api(limited));
      expect(status).toBe(418);
      expect(headers['Retry-After']).toBe(60);
    });
  });

  test('gets what response() staged when it returns nothing', async () => {
    await withLimiter({ register: withResponse((ctx) => void ctx.response().json(418, {})) }, async (limited) => {
      expect((await hit(api(limited))).status).toBe(418);
    });
  });

  test.each([
    [
      'throws',
      () => {
        throw new Error('broken');
      },
    ],
    ['rejects', () => Promise.reject(new Error('broken'))],
  ])('TH-18 gets the plain 429 when response() %s, and that is reported', async (_what, respond) => {
    await withLimiter({ register: withResponse(respond) }, async (limited) => {
      expect(await hit(api(limited))).toMatchObject({ status: 429, error: { code: 'E_TOO_MANY_REQUESTS' } });
      expect(limited.reports).toMatchObject([{ message: 'broken' }]);
    });
  });

  test('TH-18 gets the plain 429 when response() never answers, and that is reported', async () => {
    const register = withResponse(() => new Promise(() => undefined));
    await withLimiter({ register, config: { response_timeout: 0.02 } }, async (limited) => {
      expect((await hit(api(limited))).status).toBe(429);
      expect(codes(limited.reports)).toEqual(['E_LIMIT_RESPONSE_LATE']);
    });
  });

  test('TH-18 gets the plain 429 when response() neither returns nor stages anything', async () => {
    await withLimiter({ register: withResponse(() => undefined) }, async (limited) => {
      expect((await hit(api(limited))).status).toBe(429);
    });
  });

  test('calls the hook exceeded, and is refused even if a tap throws', async () => {
    const seen: number[] = [];
    const register = (limiter: RateLimiter) => {
      limiter.for('api', () => limit.perMinute(1));
      limiter.hooks.exceeded.tap('audit', (ctx, limit) => {
        seen.push(limit.points);
        throw new Error(`tap ${ctx.request().ip()}`);
      });
    };
    await withLimiter({ register }, async (limited) => {
      expect(tally(await burst(api(limited), 3))).toEqual({ 200: 1, 429: 2 });
      expect(seen).toEqual([1, 1]);
      expect(limited.reports).toHaveLength(2);
    });
  });
});

describe('names', () => {
  test('TH-15 a throttle of an unknown limiter fails the boot, and names the nearest one', async () => {
    const error = await faultOf(() =>
      bootLimiter({
        register: (limiter, app) => {
          limiter.for('global', () => limit.perMinute(5));
          app.middleware.throttle('globl');
        },
      }),
    );
    expect(error.code).toBe('E_THROTTLE_UNKNOWN');
    expect(error.message).toContain('Did you mean "global"?');
    expect(error.message).toMatch(/^throttle\(".*"\) at tests\/throttle\/throttle\.test\.ts:\d+ names a limiter /);
  });

  test('a limiter that is no name is an error that shows how to write one', async () => {
    await withLimiter({}, async ({ limiter }) => {
      expect(await faultOf(() => limiter.throttle(60 as never))).toMatchObject({
        code: 'E_THROTTLE_ARGUMENT',
        message: 'throttle() got 60 in place of the name of a limiter.',
      });
    });
  });

  test('TH-15 it fails at once after the boot, and never lets a request pass', async () => {
    await withLimiter({}, async ({ app, limiter }) => {
      expect((await faultOf(() => app.middleware.throttle('nobody'))).code).toBe('E_THROTTLE_UNKNOWN');
      expect((await faultOf(() => limiter.throttle('x'))).code).toBe('E_THROTTLE_UNKNOWN');
    });
  });

  test('an inline limiter is so many requests in so many minutes', async () => {
    await withLimiter({}, async ({ limiter }) => {
      const { headers } = await hit(limiter.throttle('60,2'));
      expect(headers).toEqual({ 'X-RateLimit-Limit': 60, 'X-RateLimit-Remaining': 59 });
      expect((await faultOf(() => limiter.throttle('60,0'))).code).toBe('E_LIMIT_INVALID');
      for (const name of ['60,', '-1,1', '1.5,1', '60,1,2', ''])
        expect((await faultOf(() => limiter.throttle(name))).code).toBe('E_THROTTLE_UNKNOWN');
    });
  });

  test('a limiter registered by such a name wins over the inline one', async () => {
    const register = (limiter: RateLimiter) => limiter.for('60,1', () => limit.perMinute(5));
    await withLimiter({ register }, async ({ limiter }) => {
      expect((await hit(limiter.throttle('60,1'))).headers['X-RateLimit-Limit']).toBe(5);
    });
  });

  test('a name registered again replaces the first; after the boot it is refused', async () => {
    const first = () => limit.perMinute(1);
    const second = () => limit.perMinute(2);
    await withLimiter({ register: (limiter) => limiter.for('api', first).for('api', second) }, async (limited) => {
      expect(limited.limiter.limiter('api')).toBe(second);
      expect(limited.limiter.limiter('nobody')).toBeNull();
      expect((await faultOf(() => limited.limiter.for('late', first))).code).toBe('E_THROTTLE_LATE');
    });
    expect((await faultOf(() => bootLimiter({ register: (limiter) => limiter.for('', first) }))).code).toBe(
      'E_THROTTLE_NAME',
    );
  });

  test('the signature names the limiter, for exclusion and listings', async () => {
    await withLimiter({ register: perMinute(1) }, async (limited) => {
      expect(api(limited).signature()).toBe('throttle:api');
    });
  });
});

test.each([
  [{ store: 'redsi' }, 'Did you mean "redis"?'],
  [{ fail: 'open' }, 'throttle.fail'],
  [{ timeout: 0 }, 'throttle.timeout'],
  [{ response_timeout: -1 }, 'throttle.response_timeout'],
  [{ memory: { max_keys: 0 } }, 'throttle.memory.max_keys'],
])('the setting %j fails the boot', async (config, text) => {
  const error = await faultOf(() => bootLimiter({ config: config as object }));
  expect(error.code).toBe('E_THROTTLE_SETTING');
  expect(error.message).toContain(text);
});
