import { randomBytes } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { consoleKernel } from '@taproot/console';
import type { Application } from '@taproot/core';
import type { HealthCheck } from '@taproot/core/plugin';
import { freePort } from '../support/free-port.ts';
import { boot, type HealthyApplication } from './support.ts';

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
