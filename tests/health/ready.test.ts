import { describe, expect, test } from '@jest/globals';
import { FrameworkError, HttpError } from '@taproot/core';
import { type HealthCheck } from '@taproot/core/plugin';
import { limit, throttle } from '@taproot/throttle';
import { withCode } from '../core/support.ts';
import { ask, boot } from './support.ts';

const fails =
  (error: unknown): HealthCheck =>
  () =>
    Promise.reject(error);
const hangs: HealthCheck = () => new Promise<void>(() => undefined);

/** Bodies in development, where everybody sees the checks. */
const checksOf = async (checks: Readonly<Record<string, HealthCheck>>, health = {}) => {
  const booted = await boot({ checks, health, env: 'development' });
  return { ...booted, ...(await ask(booted.app)) };
};

test('live depends on nothing: it answers while every check fails', async () => {
  const { app } = await boot({ checks: { mail: fails(new Error('down')) } });
  expect(await ask(app, '/health/live')).toEqual({
    status: 200,
    cache: 'no-store',
    text: '{"status":"ok"}',
    report: { status: 'ok' },
  });
  expect((await ask(app, '/health/live', { method: 'HEAD' })).text).toBe('');
});

test('ready answers 200 while all checks pass, and 503 with the first that fails; outside development without names', async () => {
  let down: Error | null = null;
  const mail: HealthCheck = () => (down === null ? undefined : Promise.reject(down));
  const { app } = await boot({ checks: { mail, other: () => 'fine' } });
  expect(await ask(app)).toMatchObject({ status: 200, cache: 'no-store', text: '{"status":"ok"}' });
  down = new Error('down');
  expect(await ask(app)).toMatchObject({ status: 503, cache: 'no-store', text: '{"status":"failing"}' });
  expect(await ask(app, undefined, { method: 'HEAD' })).toMatchObject({ status: 503, text: '' });
  down = null;
  expect((await ask(app)).status).toBe(200);
});

test('with details each check is shown by its name, plugin, time, facts and code', async () => {
  const refused = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
  const { status, report } = await checksOf({
    mail: () => ({ waiting: 3 }),
    'mail.queue': () => 'idle',
    silent: () => undefined,
    redis: fails(refused),
    own: fails(new FrameworkError('E_MAIL_DOWN', 'The mail server is down.')),
  });
  expect(status).toBe(503);
  const shown = { plugin: 'mail', optional: false, seconds: expect.any(Number) };
  expect(report).toEqual({
    status: 'failing',
    checked_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
    checks: {
      mail: { ...shown, status: 'ok', details: { waiting: 3 } },
      'mail.queue': { ...shown, status: 'ok', details: 'idle' },
      silent: { ...shown, status: 'ok' },
      redis: { ...shown, status: 'failing', code: 'ECONNREFUSED' },
      own: { ...shown, status: 'failing', code: 'E_MAIL_DOWN' },
    },
  });
});

test('a check that hangs is given up, named in the body and in the report, and its signal aborts', async () => {
  let aborted = false;
  const listening: HealthCheck = (signal) =>
    new Promise<void>(() => signal.addEventListener('abort', () => (aborted = true)));
  const { status, report, reports } = await checksOf({ hangs, listening, mail: () => 'fine' }, { timeout: '20ms' });
  expect(status).toBe(503);
  const statuses = Object.entries(report?.checks ?? {}).map(([name, check]) => [name, check.status]);
  expect(statuses).toEqual([
    ['hangs', 'timeout'],
    ['listening', 'timeout'],
    ['mail', 'ok'],
  ]);
  expect(report?.checks?.['hangs']?.code).toBe('E_HEALTH_TIMEOUT');
  expect(aborted).toBe(true);
  expect(reports.map(({ cause }) => (cause as Error).message)).toEqual([
    expect.stringContaining('"hangs" of the plugin "mail" did not end within 0.02 s'),
    expect.stringContaining('"listening"'),
  ]);
});

test('a check that rejects after it was given up ends nothing', async () => {
  const late: HealthCheck = (signal) =>
    new Promise<void>((_resolve, reject) => {
      signal.addEventListener('abort', () => setImmediate(() => reject(new Error('late'))));
    });
  const { app, reports } = await checksOf({ late }, { timeout: '10ms' });
  await ask(app);
  expect(reports).toHaveLength(1);
});

describe('nothing secret is shown', () => {
  const secret = 'sw0rdfish';
  const getter = {
    get code(): string {
      return secret;
    },
  };
  test.each<[string, HealthCheck]>([
    ['in a message', fails(new Error(`connect to redis://app:${secret}@db failed`))],
    ['in a code', fails(Object.assign(new Error('no'), { code: secret }))],
    ['in a code like those of the framework', fails(Object.assign(new Error('no'), { code: `E_${secret}` }))],
    ['in a cause', fails(new Error('no', { cause: new Error(secret) }))],
    ['in a name', fails(Object.assign(new Error('no'), { name: secret }))],
    ['as a thrown string', fails(secret)],
    ['by a getter', fails(getter)],
    ['in the password of an address among the facts', () => ({ url: `redis://app:${secret}@db` })],
    ['in a line with an address', () => `connected to mysql://root:${secret}@db/app`],
    ['under the name of a secret', () => ({ password: secret, api_token: secret })],
  ])('%s', async (_where, check) => {
    const { text, report } = await checksOf({ mail: check });
    expect(Object.keys(report?.checks ?? {})).toEqual(['mail']);
    expect(text).not.toContain(secret);
  });
});

test('an error whose code throws is a failing check; facts that are no plain values are left out', async () => {
  const hostile = {
    get code(): string {
      throw new Error('mine');
    },
  };
  const cyclic: Record<string, unknown> = { queue: 3, big: 9n, long: 'x'.repeat(10_000_000) };
  cyclic['self'] = cyclic;
  const unreadable = {
    get free(): number {
      throw new Error('mine');
    },
  };
  const given = (details: unknown) => (() => details) as HealthCheck;
  const { status, report } = await checksOf({
    hostile: fails(hostile),
    cyclic: given(cyclic),
    unreadable: given(unreadable),
    number: given(3),
  });
  const checks = report?.checks ?? {};
  expect([status, checks['hostile']?.status]).toEqual([503, 'failing']);
  expect(checks['cyclic']?.details).toEqual({ queue: 3, big: '9', long: 'x'.repeat(1000) });
  expect([checks['unreadable'], checks['number']].map((check) => [check?.status, check?.details])).toEqual([
    ['ok', undefined],
    ['ok', undefined],
  ]);
});

test('a failing check is reported once until it passes again', async () => {
  let down = true;
  const { app, reports } = await boot({ checks: { mail: () => (down ? Promise.reject(new Error('down')) : 'up') } });
  await ask(app);
  await ask(app);
  expect(reports.map(({ code, message }) => [code, message])).toEqual([
    [
      'E_HEALTH_FAILING',
      'The health check "mail" of the plugin "mail" fails; the application says that it is not ready.',
    ],
  ]);
  down = false;
  await ask(app);
  down = true;
  await ask(app);
  expect(reports).toHaveLength(2);
});

test('an optional check is shown and reported, and does not decide', async () => {
  const checks = { mail: fails(new Error('down')), other: () => undefined };
  const { status, report, reports } = await checksOf(checks, { optional: ['mail'] });
  expect(status).toBe(200);
  expect(report?.status).toBe('ok');
  expect(report?.checks).toMatchObject({
    mail: { status: 'failing', optional: true },
    other: { status: 'ok', optional: false },
  });
  expect(reports[0]?.message).toContain('goes on serving');
});

test('a hundred callers at once have each check run once; so have those within the time of the cache', async () => {
  let runs = 0;
  let release: () => void = () => undefined;
  let begin: () => void = () => undefined;
  const begun = new Promise<void>((resolve) => (begin = resolve));
  const mail: HealthCheck = () => {
    runs++;
    begin();
    return new Promise<void>((resolve) => (release = resolve));
  };
  const { app } = await boot({ checks: { mail }, health: { cache: '1h', timeout: '1m' } });
  const callers = Array.from({ length: 100 }, () => ask(app));
  await begun;
  release();
  const statuses = new Set((await Promise.all(callers)).map(({ status }) => status));
  expect([...statuses]).toEqual([200]);
  await ask(app);
  expect(runs).toBe(1);
});

test('without a cache each round asks anew', async () => {
  let runs = 0;
  const { app } = await boot({ checks: { mail: () => void runs++ } });
  await ask(app);
  await ask(app);
  expect(runs).toBe(2);
});

test('no global middleware runs for probes: neither a limit nor one that refuses everybody', async () => {
  const { app } = await boot({
    plugins: [
      throttle(),
      {
        name: 'strict',
        globalMiddleware: ({ middleware, facades }) => {
          facades.RateLimiter().for('one', () => limit.perDay(1).by('all'));
          const refusing = {
            signature: () => 'refusing',
            handle: () => Promise.reject(new HttpError(403, 'Nobody.')),
          };
          return [{ middleware: middleware.throttle('one') }, { middleware: refusing }];
        },
        apply: (app) => app.hooks.boot.tap('strict', () => void app.facades.Route().get('/', () => ({}))),
      },
    ],
  });
  expect((await ask(app, '/')).status).toBe(403);
  for (const path of ['/health/live', '/health/ready', '/health/live', '/health/ready'])
    expect((await ask(app, path)).status).toBe(200);
});

test('the paths are those of the configuration', async () => {
  const { app } = await boot({ health: { live: '/livez', ready: '/readyz' } });
  expect([(await ask(app, '/livez')).status, (await ask(app, '/readyz')).status]).toEqual([200, 200]);
  expect((await ask(app, '/health/ready')).status).toBe(404);
  expect(app.facades.Route().url('health.ready')).toBe('/readyz');
});

test.each<[string, object]>([
  ['health.live', { live: 'health' }],
  ['health.ready', { ready: '/health/live' }],
  ['health.timeout', { timeout: 0 }],
  ['health.cache', { cache: -1 }],
  ['health.drain_delay', { drain_delay: '6s' }],
  ['health.event_loop.max_delay', { event_loop: { max_delay: -1 } }],
  ['health.disk.free', { disk: { free: -1 } }],
])('a %s that means nothing stops the boot', async (setting, health) => {
  await expect(boot({ health })).rejects.toEqual(
    withCode('E_HEALTH_SETTING', { message: expect.stringContaining(`"${setting}"`) }),
  );
});

test('an optional check that nobody has stops the boot, with the nearest name', async () => {
  await expect(boot({ checks: { mail: () => undefined }, health: { optional: ['mial'] } })).rejects.toEqual(
    withCode('E_HEALTH_OPTIONAL', { message: expect.stringContaining('"mail"') }),
  );
});
