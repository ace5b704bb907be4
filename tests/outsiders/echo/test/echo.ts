import assert from 'node:assert/strict';
import { once } from 'node:events';
import { test } from 'node:test';
import type { Application, Config } from '@taproot/core';
import { routing } from '@taproot/routing';
import { pluginChecks, testApplication } from '@taproot/testing';
import { WebSocket } from 'ws';
import { echo } from '../src/index.ts';

const boot = (config: Config['echo'] = {}) =>
  testApplication({ plugins: [routing(), echo()], config: { echo: config } });

const addressOf = (app: Application, path = '/echo'): string =>
  `ws://127.0.0.1:${app.facades.Http().address?.port ?? 0}${path}`;

const connected = async (app: Application): Promise<WebSocket> => {
  const client = new WebSocket(addressOf(app));
  await once(client, 'open');
  return client;
};

/** The status that an upgrade is refused with. */
const refused = async (address: string, origin: string): Promise<unknown> => {
  const client = new WebSocket(address, { origin });
  const failed = once(client, 'error');
  return String(await failed);
};

test('text and bytes come back as they were', async () => {
  await using app = await boot();
  await app.open();
  const client = await connected(app);
  for (const [sent, binary] of [
    ['grüße', false],
    ['bytes', true],
  ] satisfies [string, boolean][]) {
    const answer = once(client, 'message');
    client.send(Buffer.from(sent), { binary });
    assert.deepEqual(await answer, [Buffer.from(sent), binary]);
  }
});

test('clients get 1001 when the application closes, and those that do not answer are cut', async () => {
  const app = await boot();
  await app.open();
  const [polite, silent] = [await connected(app), await connected(app)];
  silent.pause();
  const left = once(polite, 'close');
  silent.on('error', () => undefined);
  assert.equal(app.facades.Echo().size, 2);
  const closing = app.close();
  const [code, reason] = await left;
  assert.equal(code, 1001);
  assert.equal(String(reason), 'The server goes away.');
  silent.resume();
  assert.deepEqual(await closing, []);
  assert.equal(app.facades.Echo().size, 0);
});

test('other paths and other origins are refused', async () => {
  await using app = await boot({ origins: ['https://shop.example'] });
  await app.open();
  assert.match(String(await refused(addressOf(app, '/other'), 'https://shop.example')), /404/);
  assert.match(String(await refused(addressOf(app), 'https://evil.example')), /403/);
});

for (const { name, run } of pluginChecks(echo, { beside: () => [routing()] })) void test(name, run);
