import { expect, test } from '@jest/globals';
import { type Application, createFacades, setup } from '@taproot/core';
import { routing } from '@taproot/routing';
import { FakeClock, http } from '@taproot/testing';
import { limit, throttle } from '@taproot/throttle';
import { fakeThrottle } from '@taproot/throttle/testing';

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
