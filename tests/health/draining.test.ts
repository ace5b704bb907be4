import { once } from 'node:events';
import { createConnection } from 'node:net';
import { expect, test } from '@jest/globals';
import { boot } from './support.ts';

const served = async (health = {}) => {
  const { app } = await boot({ health, config: { app: { shutdown_timeout: 10 } } });
  await app.open();
  return { app, url: app.facades.Http().address?.url ?? '' };
};

test('while it drains, ready says 503 and everything is still accepted and served; then the server closes', async () => {
  const { app, url } = await served({ drain_delay: '300ms' });
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
  const { app, url } = await served();
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
