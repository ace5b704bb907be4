import { describe, expect, test } from '@jest/globals';
import { type Application, createFacades, setup } from '@taproot/core';
import { sql } from '@taproot/database';
import { routing } from '@taproot/routing';
import { FakeClock, fakeContext, http } from '@taproot/testing';
import { type Limit, limit, nameKey, type RateLimiter, throttle } from '@taproot/throttle';
import { fakeThrottle } from '@taproot/throttle/testing';
import { counterKey, digest, LimiterKeys, subjectOf } from '../../plugins/throttle/src/counter-key.ts';
import { anyTables, withDatabase } from '../database/support/application.ts';
import { mysql, onEngine } from '../database/support/engines.ts';
import { faultOf, hit, withLimiter } from './support/limited.ts';

const name = 'ada.strasse@example.com';
const spellings = [
  'ADA.Strasse@example.com',
  'àdá.strasse@example.com',
  'a\u0301da.strasse@example.com',
  'ada.stra\u00DFe@example.com',
  'ada.strasse@example.com ',
  'ada.strasse@example.com   ',
  '\uFF41\uFF44\uFF41.strasse@example.com',
  'ada.stra\u017Fse@example.com',
  'a\u200Bda.strasse@example.com',
];

test('S-13: spellings that a database takes for one name have one key', () => {
  for (const spelling of spellings) expect(nameKey(spelling)).toBe(nameKey(name));
});

test('S-13: names that differ keep keys of their own', () => {
  const names = [
    'ada@example.com',
    'adab@example.com',
    'a.da@example.com',
    'ada+1@example.com',
    'ada@example.org',
    '',
    '0',
  ];
  expect(new Set(names.map(nameKey)).size).toBe(names.length);
});

onEngine(mysql)('on mysql', () => {
  test.each(['utf8mb4_general_ci', 'utf8mb4_unicode_ci'])(
    'S-13: what %s finds equal of these has one key',
    async (collation) => {
      await withDatabase(mysql.connection, async (app) => {
        for (const spelling of [...spellings, 'ada@example.com', 'ada.strass@example.com']) {
          const { rows } = await sql<{ same: number }>`
          select ${spelling} collate ${sql.raw(collation)} = ${name} as same`.execute(anyTables(app));
          if (Number(rows[0]?.same) === 1) expect(nameKey(spelling)).toBe(nameKey(name));
        }
      });
    },
  );
});

const keyOf = (limiter: string, index: number, seconds: number, subject: string): string =>
  counterKey({ limiter, index }, limit.perSeconds(seconds, 5), subject);

describe('TH-03 the key of a counter', () => {
  test('is none of another limiter, place, window or subject, however they are spelled', () => {
    const keys = [
      keyOf('api', 0, 60, '=a'),
      keyOf('api', 1, 60, '=a'),
      keyOf('api', 0, 61, '=a'),
      keyOf('api', 0, 60, '=b'),
      keyOf('web', 0, 60, '=a'),
      keyOf('a', 0, 60, 'b:=c'),
      keyOf('a:b', 0, 60, '=c'),
      keyOf('a:b:', 0, 60, '=c'),
      keyOf('', 0, 60, 'a:b:=c'),
      keyOf('3:a', 0, 60, 'b:=c'),
      keyOf('a', 1, 11, '=c'),
      keyOf('a', 11, 1, '=c'),
    ];
    expect(new Set(keys).size).toBe(keys.length);
  });

  test('is the same for another number of points', () => {
    const place = { limiter: 'api', index: 0 };
    expect(counterKey(place, limit.perMinute(1), '=a')).toBe(counterKey(place, limit.perMinute(9), '=a'));
  });

  test('is the same by the keys of its limiter, also when the window of a place changes and comes back', () => {
    const keys = new LimiterKeys('api');
    for (const [index, seconds] of [
      [0, 60],
      [1, 60],
      [0, 61],
      [0, 60],
      [2, 1],
    ] as const)
      for (const subject of ['=a', '=b', 'x'.repeat(100)])
        expect(keys.key(index, seconds, subject)).toBe(keyOf('api', index, seconds, subject));
  });

  test('is of bounded length, also of a long name or subject, which are still told apart', () => {
    const long = 'x'.repeat(10_000);
    const keys = [
      keyOf('api', 0, 60, long),
      keyOf('api', 0, 60, `${long}y`),
      keyOf(long, 0, 60, ''),
      keyOf(long, 1, 60, ''),
    ];
    for (const key of keys) expect(key).toHaveLength(44);
    expect(new Set(keys).size).toBe(keys.length);
  });
});

test('TH-17 a digest tells lone surrogates apart, which are all one in UTF-8', () => {
  expect(digest('\ud800')).toHaveLength(43);
  expect(digest('\ud800')).not.toBe(digest('\ud801'));
  expect(digest('\ud800')).toBe(digest('\ud800'));
});

test('TH-17 a key of up to 64 characters is kept, a longer one is its hash', () => {
  const keyTo = (subject: string): string => keyOf('api', 0, 60, subject);
  const frame = keyTo('').length;
  expect(keyTo('x'.repeat(64 - frame))).toHaveLength(64);
  expect(keyTo('x'.repeat(64 - frame))).toContain('xxx');
  expect(keyTo('x'.repeat(65 - frame))).toMatch(/^#[\w-]{43}$/);
});

describe('whom a limit counts', () => {
  const subject = (init: Parameters<typeof fakeContext>[0], one = limit.perMinute(1)): [string, number] => {
    let told = 0;
    return [subjectOf(fakeContext(init), one, () => void told++), told];
  };

  test('TH-06 is the client on its route, whatever the path', () => {
    const ada = { ip: '203.0.113.7', route: '/login/{id}' };
    expect(subject({ ...ada, url: '/login/1' })).toEqual(subject({ ...ada, url: '/login/2' }));
    const [of] = subject(ada);
    expect(subject({ ...ada, ip: '203.0.113.8' })[0]).not.toBe(of);
    expect(subject({ ...ada, route: '/other' })[0]).not.toBe(of);
  });

  test('IP-05 is the network of an IPv6 client', () => {
    const from = (ip: string) => subject({ ip, route: '/' })[0];
    expect(from('2001:db8::1')).toBe(from('2001:db8::ffff:2'));
    expect(from('2001:db8::1')).not.toBe(from('2001:db8:0:1::1'));
  });

  test('IP-06 is everybody without an address on a route, and that is told', () => {
    expect(subject({ ip: '', route: '/' })).toEqual(['~ /', 1]);
    expect(subject({ ip: '203.0.113.7', route: '/' })).toEqual(['~203.0.113.7 /', 0]);
  });

  test('TH-03 is its key where it has one, which no client without one can spell', () => {
    const keyed = limit.perMinute(1).by('203.0.113.7 /');
    expect(subject({ ip: '203.0.113.7', route: '/' }, keyed)).toEqual(['=203.0.113.7 /', 0]);
    // The address is not even looked at.
    expect(subject({ ip: '', route: '/' }, keyed)).toEqual(['=203.0.113.7 /', 0]);
    expect(subject({ ip: '203.0.113.7', route: '/' })[0]).not.toBe(subject({}, keyed)[0]);
    expect(subject({}, limit.perMinute(1).by('a'))[0]).not.toBe(subject({}, limit.perMinute(1).by('b'))[0]);
  });
});

const five = limit.perMinute(5);

test('attempt() takes a point while there is one', async () => {
  await withLimiter({}, async ({ limiter }) => {
    const taken = await Promise.all(Array.from({ length: 20 }, () => limiter.attempt('login:ada', five)));
    expect(taken.filter(Boolean)).toHaveLength(5);
    expect(await limiter.attempt('login:bob', five)).toBe(true);
  });
});

test('attempt() runs the work it is given while there is a point', async () => {
  await withLimiter({}, async ({ limiter }) => {
    let runs = 0;
    const results = [];
    for (let time = 0; time < 7; time++)
      results.push(await limiter.attempt('mail', five, async () => `sent ${++runs}`));
    expect(results).toEqual(['sent 1', 'sent 2', 'sent 3', 'sent 4', 'sent 5', false, false]);
  });
});

test('what is left can be read without taking, and is forgotten by clear()', async () => {
  await withLimiter({}, async ({ limiter }) => {
    expect(await limiter.remaining('a', five)).toBe(5);
    expect(await limiter.availableIn('a', five)).toBe(0);
    for (let time = 0; time < 5; time++) await limiter.attempt('a', five);
    expect(await limiter.remaining('a', five)).toBe(0);
    expect(await limiter.tooManyAttempts('a', five)).toBe(true);
    expect(await limiter.availableIn('a', five)).toBe(60);
    await limiter.clear('a', five);
    expect(await limiter.tooManyAttempts('a', five)).toBe(false);
    expect(await limiter.remaining('a', five)).toBe(5);
  });
});

test('no limit has no end, and a limit of 0 no beginning', async () => {
  await withLimiter({}, async ({ limiter }) => {
    expect(await limiter.attempt('a', limit.none())).toBe(true);
    expect(await limiter.remaining('a', limit.none())).toBe(Number.POSITIVE_INFINITY);
    expect(await limiter.availableIn('a', limit.none())).toBe(0);
    await limiter.clear('a', limit.none());
    const nothing = limit.perHour(0);
    expect(await limiter.attempt('a', nothing)).toBe(false);
    expect(await limiter.tooManyAttempts('a', nothing)).toBe(true);
    expect(await limiter.availableIn('a', nothing)).toBe(3600);
  });
});

test('a key by hand is apart from those of named limiters, and never empty', async () => {
  const register = (limiter: RateLimiter) => limiter.for('api', () => limit.perMinute(5).by('ada'));
  await withLimiter({ register }, async ({ limiter }) => {
    for (let time = 0; time < 5; time++) await limiter.attempt('ada', five);
    expect((await hit(limiter.throttle('api'))).headers['X-RateLimit-Remaining']).toBe(4);
    expect((await faultOf(() => limiter.attempt('', five))).code).toBe('E_LIMIT_KEY');
  });
});

const windows: [string, Limit, number, number][] = [
  ['perSecond(5)', limit.perSecond(5), 5, 1],
  ['perSeconds(10, 5)', limit.perSeconds(10, 5), 5, 10],
  ['perMinute(60)', limit.perMinute(60), 60, 60],
  ['perMinutes(5, 60)', limit.perMinutes(5, 60), 60, 300],
  ['perHour(7)', limit.perHour(7), 7, 3600],
  ['perHours(2, 7)', limit.perHours(2, 7), 7, 7200],
  ['perDay(1)', limit.perDay(1), 1, 86_400],
  ["per('15m', 20)", limit.per('15m', 20), 20, 900],
  ['per(90, 20)', limit.per(90, 20), 20, 90],
  ['perDays(30, 1)', limit.perDays(30, 1), 1, 2_592_000],
];

test.each(windows)('%s is a limit of its points in its seconds', (_name, made, points, seconds) => {
  expect(made).toMatchObject({ points, seconds, key: null, respond: null });
});

test('none() has no end of points', () => {
  expect(limit.none().points).toBe(Number.POSITIVE_INFINITY);
});

test('by() and response() give a new limit and leave the first as it was', () => {
  const plain = limit.perMinute(5);
  const respond = (): void => undefined;
  const keyed = plain.by('ada').response(respond);
  expect(plain).toMatchObject({ key: null, respond: null });
  expect(keyed).toMatchObject({ points: 5, seconds: 60, key: 'ada', respond });
});

test('a key may be a text, a number or a bigint', () => {
  expect([limit.perDay(1).by(7).key, limit.perDay(1).by(7n).key, limit.perDay(1).by('7').key]).toEqual(['7', '7', '7']);
});

describe('TH-14 a number that is no limit is refused where it is given', () => {
  const wrong: unknown[] = [-1, Number.NaN, Number.POSITIVE_INFINITY, '10', 1.5, null, undefined, 2 ** 53, {}];

  test.each(wrong)('as points: %p', async (points) => {
    const error = await faultOf(() => limit.perMinute(points as number));
    expect(error.code).toBe('E_LIMIT_INVALID');
    expect(error.message).toContain('points');
  });

  test.each([...wrong, 0])('as a window: %p', async (minutes) => {
    const error = await faultOf(() => limit.perMinutes(minutes as number, 5));
    expect(error.code).toBe('E_LIMIT_INVALID');
    expect(error.message).toContain('minutes');
  });

  test.each([0, -1, '500ms', 1.5, '0s'] as const)('as a window of per(): %p', async (window) => {
    expect((await faultOf(() => limit.per(window, 5))).code).toBe('E_LIMIT_INVALID');
  });

  test('as a window of per() that is no duration', async () => {
    expect((await faultOf(() => limit.per('15 min' as '15m', 5))).code).toBe('E_DURATION_INVALID');
  });

  test('and 0 points are a limit, which refuses everything', () => {
    expect(limit.perMinute(0).points).toBe(0);
  });

  test('and a window whose milliseconds are no longer exact is none', async () => {
    expect((await faultOf(() => limit.perDays(2 ** 50, 5))).code).toBe('E_LIMIT_INVALID');
  });
});

test.each([[''], [null], [undefined], [{}], [[]], [Number.NaN], [true], [Symbol('s')]])(
  'TH-17 the key %p is refused, for it would put many under one count',
  async (key) => {
    expect((await faultOf(() => limit.perMinute(5).by(key as string))).code).toBe('E_LIMIT_KEY');
  },
);

const two = limit.perMinute(2);

const withLimits = async (work: (app: Application) => Promise<void>, env = 'testing'): Promise<void> => {
  const handle = createFacades();
  const { facades, middleware } = handle;
  const app = await setup(handle, { env: { APP_ENV: env } })
    .withPlugins([routing(), throttle()])
    .withCallback(() => void facades.RateLimiter().for('api', () => two.by('all')))
    .withRouting((route) => {
      route.middleware(middleware.throttle('api')).get('/posts', () => ({ ok: true }));
      route.get('/open', () => ({ ok: true }));
    })
    .create();
  try {
    await work(app);
  } finally {
    await app.close();
  }
};

test('windows end by the clock of the test, and headers say when', async () => {
  await withLimits(async (app) => {
    const clock = new FakeClock();
    fakeThrottle(app, clock);
    await http(app).get('/posts').assertOk().assertHeader('X-RateLimit-Remaining', '1');
    await clock.advance(40);
    await http(app).get('/posts').assertOk();
    await http(app).get('/posts').assertTooManyRequests().assertHeader('Retry-After', '20');
    await clock.advance('19s');
    await http(app).get('/posts').assertTooManyRequests();
    await clock.advance('1s');
    await http(app).get('/posts').assertOk().assertHeader('X-RateLimit-Remaining', '1');
  });
});

test('all requests are let through or refused, as the test says, and routes without a limit are left alone', async () => {
  await withLimits(async (app) => {
    const limiter = fakeThrottle(app);
    limiter.refuse();
    await http(app).get('/posts').assertTooManyRequests().assertHeader('Retry-After', '60');
    await http(app).get('/open').assertOk();
    limiter.allow();
    for (let request = 0; request < 5; request++) await http(app).get('/posts').assertOk();
    limiter.count();
    for (const status of [200, 200, 429]) await http(app).get('/posts').assertStatus(status);
    limiter.count();
    await http(app).get('/posts').assertOk();
  });
});

test('counting by hand is faked too', async () => {
  await withLimits(async (app) => {
    const clock = new FakeClock();
    const fake = fakeThrottle(app, clock);
    const limiter = app.facades.RateLimiter();
    expect([
      await limiter.attempt('ada', two),
      await limiter.attempt('ada', two),
      await limiter.attempt('ada', two),
    ]).toEqual([true, true, false]);
    expect(await limiter.availableIn('ada', two)).toBe(60);
    await limiter.clear('ada', two);
    expect(await limiter.remaining('ada', two)).toBe(2);
    fake.refuse();
    expect(await limiter.tooManyAttempts('ada', two)).toBe(true);
    expect(limiter.status).toMatchObject({ store: 'fake' });
  });
});

test('an application that is not for tests keeps its limits', async () => {
  await withLimits(async (app) => {
    expect(() => fakeThrottle(app)).toThrow(expect.objectContaining({ code: 'E_THROTTLE_FAKE' }));
  }, 'development');
});
