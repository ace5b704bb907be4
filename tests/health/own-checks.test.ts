import { expect, jest, test } from '@jest/globals';
import { definePlugin } from '@taproot/core/plugin';
import { ask, boot } from './support.ts';

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
      jest.spyOn(app.facades, 'Http').mockImplementation(() => ({ ...http, delay }));
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
  const { app } = await boot({ health: { event_loop: { max_delay: null }, disk: { free: null } } });
  expect([...app.registry.health.keys()]).toEqual([]);
  for (const health of [{ event_loop: { max_delay: 0 } }, { disk: { free: 0 } }])
    await expect(boot({ health })).rejects.toMatchObject({ code: 'E_CONFIG_NULL' });
});
