import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createConnection } from 'node:net';
import { expect, jest, test } from '@jest/globals';
import { auth } from '@taproot/auth';
import { consoleKernel } from '@taproot/console';
import type { Application } from '@taproot/core';
import { definePlugin, type HealthCheck } from '@taproot/core/plugin';
import type { HealthConfig } from '@taproot/health';
import { withCode } from '../core/support.ts';
import { hasBalancer } from '../long/support/balancer.ts';
import { rollOut } from '../long/support/rollout.ts';
import { freePort } from '../support/free-port.ts';
import { ask, boot, type HealthyApplication } from './support.ts';

const secret = randomBytes(8).toString('hex');
const failing: HealthCheck = () => Promise.reject(new Error(`no ${secret}`));

const served = async (wanted: HealthyApplication): Promise<Application> => {
  const { app } = await boot({ plugins: [consoleKernel()], config: { http: { port: await freePort() } }, ...wanted });
  await app.open();
  return app;
};

const run = (app: Application, ...args: string[]) => app.facades.Console().call('health', args);

test('it exits with 0 while the server is ready, and with 1 while it is not', async () => {
  let ready = true;
  const app = await served({ checks: { mail: (signal) => (ready ? 'fine' : failing(signal)) } });
  expect(await run(app)).toMatchObject({ code: 0, output: 'ready: ok\n' });
  ready = false;
  expect(await run(app)).toMatchObject({ code: 1, output: 'ready: failing\n' });
  expect(await run(app, '--live')).toMatchObject({ code: 0, output: 'live: ok\n' });
  expect(await run(app, '--json')).toMatchObject({ code: 1, output: '{"status":"failing"}\n' });
});

test('it shows the checks where the answer has them', async () => {
  const app = await served({
    checks: { mail: failing, queue: () => 'idle' },
    health: { details: true, optional: ['mail'] },
  });
  const { code, output } = await run(app);
  expect(code).toBe(0);
  expect(output).toMatch(/^ready: ok\nmail +failing +[\d.]+ s +optional\nqueue +ok +[\d.]+ s\s*$/);
  expect(output).not.toContain(secret);
});

test('it names a host that the server answers', async () => {
  const port = await freePort();
  const hosts = ['*.example.com', 'example.com'];
  const app = await served({ config: { http: { port, trusted_hosts: hosts } } });
  expect((await fetch(`http://127.0.0.1:${port}/health/live`)).status).toBe(421);
  expect(await run(app)).toMatchObject({ code: 0 });
});

test('it asks this machine where the server listens on all addresses', async () => {
  for (const host of ['0.0.0.0', '::']) {
    const app = await served({ config: { http: { port: await freePort(), host } } });
    expect(await run(app)).toMatchObject({ code: 0 });
    await app.close();
  }
});

test('without a server it says whom it asked and exits with 1', async () => {
  const port = await freePort();
  const { app } = await boot({ plugins: [consoleKernel()], config: { http: { port } } });
  expect(await run(app)).toEqual({
    code: 1,
    output: expect.stringMatching(
      `^E_HEALTH_UNREACHED: No answer from http://127.0.0.1:${port}/health/ready: ECONNREFUSED\\.\n`,
    ),
  });
});

test('a server on any free port cannot be asked', async () => {
  const { app } = await boot({ plugins: [consoleKernel()] });
  expect(await run(app)).toEqual({ code: 1, output: expect.stringMatching(/^E_HEALTH_PORT: /) });
});

const names = async (details: HealthConfig['details'], env = 'testing', headers: Record<string, string> = {}) => {
  const { app, reports } = await boot({ env, checks: { mail: () => 'fine' }, health: { details } });
  const { status, report } = await ask(app, undefined, { headers });
  return { status, names: Object.keys(report?.checks ?? {}), reports };
};

test.each<[env: string, shown: string[]]>([
  ['development', ['mail']],
  ['testing', []],
  ['staging', []],
  ['production', []],
])('by default %s shows %j', async (env, shown) => {
  expect((await names(null, env)).names).toEqual(shown);
});

test('true and false hold in every environment', async () => {
  expect((await names(true, 'production')).names).toEqual(['mail']);
  expect((await names(false, 'development')).names).toEqual([]);
});

test('a function decides by the request, at once or later', async () => {
  const internal = { 'x-internal': 'yes' };
  for (const details of [
    (ctx: { request(): { header(name: string): string } }) => ctx.request().header('x-internal') === 'yes',
    async (ctx: { request(): { header(name: string): string } }) => ctx.request().header('x-internal') === 'yes',
  ]) {
    expect((await names(details, 'production', internal)).names).toEqual(['mail']);
    expect((await names(details, 'production')).names).toEqual([]);
  }
});

test('a gate that throws, hangs, or returns something else than true shows nothing, and the probe is answered', async () => {
  const throwing = await names(() => {
    throw new Error('no');
  });
  expect(throwing).toMatchObject({ status: 200, names: [], reports: [{ code: 'E_HEALTH_DETAILS' }] });
  const hanging = await boot({
    health: { details: () => new Promise<boolean>(() => undefined), timeout: '10ms' },
  });
  expect(await ask(hanging.app)).toMatchObject({ status: 200, text: '{"status":"ok"}' });
  expect(hanging.reports).toMatchObject([{ code: 'E_HEALTH_DETAILS' }]);
  expect((await names((() => 'yes') as unknown as () => boolean)).names).toEqual([]);
});

test('a string names an ability of the gate', async () => {
  const abilities = (allowed: boolean) =>
    definePlugin({
      name: 'abilities',
      after: ['auth'],
      apply: (app) => void app.facades.Gate().define('test:health', () => allowed, { guests: true }),
    });
  const app = async (allowed: boolean) =>
    boot({
      env: 'production',
      plugins: [auth(), abilities(allowed)],
      checks: { mail: () => 'fine' },
      health: { details: 'test:health' },
      config: { app: { key: 'a-secret-of-thirty-two-characters-and-more' } },
    });
  expect((await ask((await app(true)).app)).report?.checks).toHaveProperty('mail');
  expect((await ask((await app(false)).app)).text).toBe('{"status":"ok"}');
});

test('an ability that does not exist stops the boot, as does one without a plugin that has abilities', async () => {
  const refusal = (text: string) => withCode('E_HEALTH_ABILITY', { message: expect.stringContaining(text) });
  await expect(boot({ health: { details: 'nobody.knows' } })).rejects.toEqual(refusal('no plugin'));
  await expect(boot({ plugins: [auth()], health: { details: 'nobody.knows' } })).rejects.toEqual(
    refusal('not defined'),
  );
});

const servedOfDraining = async (health = {}) => {
  const { app } = await boot({ health, config: { app: { shutdown_timeout: 10 } } });
  await app.open();
  return { app, url: app.facades.Http().address?.url ?? '' };
};

test('while it drains, ready says 503 and everything is still accepted and served; then the server closes', async () => {
  const { app, url } = await servedOfDraining({ drain_delay: '300ms' });
  expect((await fetch(`${url}/health/ready`)).status).toBe(200);
  const closed = app.close();
  const drained = await fetch(`${url}/health/ready`, { headers: { connection: 'close' } });
  expect([drained.status, await drained.text(), drained.headers.get('cache-control')]).toEqual([
    503,
    '{"status":"draining"}',
    'no-store',
  ]);
  const live = await fetch(`${url}/health/live`, { headers: { connection: 'close' } });
  expect([live.status, await live.text()]).toEqual([200, '{"status":"ok"}']);
  expect(await closed).toEqual([]);
  await expect(fetch(url)).rejects.toThrow();
});

test('without a delay, and before it has served, it closes at once', async () => {
  const { app, url } = await servedOfDraining();
  const socket = createConnection(Number(new URL(url).port), '127.0.0.1');
  await once(socket, 'connect');
  expect(await app.close()).toEqual([]);
  socket.destroy();
  const { app: unopened } = await boot({ health: { drain_delay: 5 } });
  // The delay of five seconds would be longer than the test may take.
  expect(await unopened.close()).toEqual([]);
}, 4000);

test('requests in flight keep the rest of shutdown_timeout, and are not cut as if the plugin had stalled', async () => {
  let arrive: () => void = () => undefined;
  const arrived = new Promise<void>((resolve) => (arrive = resolve));
  const never = (): Promise<never> => {
    arrive();
    return new Promise(() => undefined);
  };
  const { app, reports } = await boot({
    health: { drain_delay: '500ms' },
    config: { app: { shutdown_timeout: 1 } },
    plugins: [
      {
        name: 'slow',
        after: ['routing'],
        apply: (owner) =>
          owner.hooks.boot.tap('slow', () => {
            owner.facades.Route().get('/never', never);
          }),
      },
    ],
  });
  await app.open();
  const hanging = fetch(`${app.facades.Http().address?.url}/never`).catch(() => 'cut');
  await arrived;
  expect(await app.close()).toEqual([]);
  expect(await hanging).toBe('cut');
  expect(reports).toEqual([]);
});

test('the disk has to have the bytes that are asked for', async () => {
  const plenty = await boot({ health: { disk: { free: 1 }, details: true } });
  const { status, report } = await ask(plenty.app);
  expect([status, report?.checks?.['disk']]).toEqual([
    200,
    expect.objectContaining({ status: 'ok', plugin: 'health', details: { free: expect.any(Number) } }),
  ]);
  const wanting = await boot({ health: { disk: { free: 2 ** 60 }, details: true, event_loop: { max_delay: null } } });
  expect(await ask(wanting.app)).toMatchObject({
    status: 503,
    report: { checks: { disk: { status: 'failing', code: 'E_HEALTH_DISK' } } },
  });
  const nowhere = await boot({ health: { disk: { free: 1, path: 'no/such/folder' }, details: true } });
  expect((await ask(nowhere.app)).report?.checks?.['disk']).toMatchObject({ status: 'failing', code: 'ENOENT' });
});

test('the event loop may be behind for as long as is allowed', async () => {
  let delay = 0.25;
  const behind = definePlugin({
    name: 'behind',
    after: ['routing'],
    apply(app) {
      const http = app.facades.Http();
      jest
        .spyOn(app.facades, 'Http')
        .mockImplementation(() => ({ ...http, serverLoad: { ...http.serverLoad, delay } }));
    },
  });
  const { app } = await boot({ plugins: [behind], health: { event_loop: { max_delay: '500ms' }, details: true } });
  expect(await ask(app)).toMatchObject({
    status: 200,
    report: { checks: { event_loop: { status: 'ok', details: { delay: 0.25 } } } },
  });
  delay = 0.75;
  expect(await ask(app)).toMatchObject({
    status: 503,
    report: { checks: { event_loop: { status: 'failing', code: 'E_HEALTH_EVENT_LOOP' } } },
  });
});

test('a limit of null leaves a check out, and 0 is refused', async () => {
  for (const health of [{ event_loop: { max_delay: 0 } }, { disk: { free: 0 } }])
    await expect(boot({ health })).rejects.toMatchObject({ code: 'E_CONFIG_NULL' });
  const { app } = await boot({ health: { event_loop: { max_delay: null }, disk: { free: null } } });
  expect([...app.registry.health.keys()]).toEqual([]);
});

// Without HAProxy (apt-get install haproxy) the test is skipped, and its name says so.
const [behind, name] = hasBalancer()
  ? ([test, ''] as const)
  : ([test.skip, ' (skipped: HAProxy is not installed)'] as const);

behind(
  `servers behind HAProxy are replaced under load, and no request fails${name}`,
  async () => {
    const { requests, failed, processes } = await rollOut({ rounds: 1, requests: 500, clients: 8, drain: 2 });
    expect(failed).toEqual([]);
    expect(requests).toBeGreaterThanOrEqual(500);
    expect(processes).toBe(4);
  },
  120_000,
);
