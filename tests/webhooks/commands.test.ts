import { expect, test } from '@jest/globals';
import { consoleKernel } from '@taproot/console';
import { setup } from '@taproot/core';
import { event, events, listener } from '@taproot/events';
import { webhook } from '@taproot/webhooks';
import { boot } from './support/application.ts';

test('webhook:list, webhook:replay and webhook:resume', async () => {
  const { app } = await boot({ plugins: [consoleKernel()] });
  const run = (...words: [string, ...string[]]) => app.facades.Console().call(words[0], ...words.slice(1));
  expect((await run('webhook:list')).output).toContain('No webhook was sent.');
  const { id } = await app.facades.Webhooks().add({ url: 'https://hooks.example.com/' });
  const sent = await app.facades.Webhooks().send(id, webhook<{ order: number }>('order.paid'), { order: 1 });
  expect((await run('webhook:list', '--state', 'waiting')).output).toMatch(
    new RegExp(`${sent} +order\\.paid +waiting +0`),
  );
  expect(JSON.parse((await run('webhook:list', '--json')).output)).toMatchObject([{ id: sent }]);
  expect(await run('webhook:replay', sent)).toMatchObject({ code: 0 });
  expect(await run('webhook:replay')).toMatchObject({ code: 2 });
  expect((await run('webhook:replay', 'msg_x')).output).toContain('E_WEBHOOK_UNKNOWN');
  await app.facades.Webhooks().pause(id);
  expect((await run('webhook:resume', id)).output).toContain('held: 0');
});

test('event:list shows the listeners in their order', async () => {
  const paid = event<{ order: number }>('order.paid');
  const app = await setup(null, { basePath: import.meta.dirname, env: { APP_ENV: 'testing', NO_COLOR: '1' } })
    .withPlugins([consoleKernel(), events()])
    .withListeners([
      listener(paid, { name: 'b', handle: () => undefined }),
      listener(paid, { name: 'a', afterCommit: false, handle: () => undefined }),
    ])
    .create();
  const { output } = await app.facades.Console().call('event:list');
  expect(output).toMatch(/order\.paid +b +after the commit[^]*order\.paid +a +in the transaction/);
  await app.close();
});
