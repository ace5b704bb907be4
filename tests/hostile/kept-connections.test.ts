import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { RawClient, statuses } from '../routing/server/raw-client.ts';
import { HostileApplication } from './wire/application.ts';
import { request } from './wire/attack.ts';

const kept = (method: string, path: string, type: string, body: string): string =>
  request(method, path, ['Connection: keep-alive', `Content-Type: ${type}`], body);

/** Requests whose bodies are refused before their end. */
const refused: readonly (readonly [what: string, request: string])[] = [
  [
    'a part without a name',
    kept('POST', '/upload', 'multipart/form-data; boundary=B', `--B\r\nX: y\r\n\r\n${'x'.repeat(500)}\r\n--B--\r\n`),
  ],
  [
    'a field too long',
    kept(
      'POST',
      '/upload',
      'multipart/form-data; boundary=B',
      `--B\r\nContent-Disposition: form-data; name="${'n'.repeat(101)}"\r\n\r\nx\r\n--B--\r\n`,
    ),
  ],
  ['an unknown type', kept('POST', '/input', 'application/x-nothing', 'x'.repeat(500))],
  ['an unknown path', kept('POST', '/nowhere', 'application/json', '{"a":1}')],
];

const drivers = ['koa', 'fastify'] as const;
const cases = drivers.flatMap((driver) => refused.map(([what, bytes]) => ({ driver, what, bytes })));
const applications = new Map<string, HostileApplication>();
beforeAll(async () => {
  for (const driver of drivers) applications.set(driver, await HostileApplication.open(driver));
});
afterAll(() => Promise.all([...applications.values()].map((application) => application.close())));

// Proxies share connections between clients: what one sends must not cost another its request.
test.concurrent.each(cases)(
  'BD-21 on the $driver driver, behind $what the connection serves on, and is not cut a second later',
  async ({ driver, bytes }) => {
    const client = await RawClient.open(applications.get(driver)?.port ?? 0);
    try {
      client.send(bytes);
      const good = request('GET', '/slow?ms=300', ['Connection: keep-alive']);
      for (let round = 1; round <= 5; round++) {
        client.send(good);
        await client.until('slow', round);
        await wait(20);
      }
      expect(statuses(client.received).slice(1)).toEqual([200, 200, 200, 200, 200]);
      expect(client.reset).toBe(false);
    } finally {
      client.socket.destroy();
    }
  },
);
