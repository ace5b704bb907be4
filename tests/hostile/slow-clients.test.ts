import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { RawClient, statuses } from '../routing/server/raw-client.ts';
import { allClosed } from '../routing/support/open-files.ts';
import { slowReaders } from './support/slow-readers.ts';
import { HostileApplication } from './wire/application.ts';
import { request } from './wire/attack.ts';

const MiB = 1024 * 1024;
const limits = { headers_timeout: 1, body_rate: { bytes: 240, grace: 1 } };
const good = request('GET', '/health');
const head = (length: number, type = 'application/json', path = '/input'): string =>
  request('POST', path, [`Content-Type: ${type}`, `Content-Length: ${length}`], '');

describe.each(['koa', 'fastify'])('on the %s driver', (driver) => {
  let application: HostileApplication;
  const clients: RawClient[] = [];
  const open = async (port = application.port): Promise<RawClient> => {
    const client = await RawClient.open(port);
    clients.push(client);
    return client;
  };

  beforeAll(async () => {
    application = await HostileApplication.open(driver, { config: { http: limits } });
  });
  afterEach(() => {
    for (const client of clients.splice(0)) client.socket.destroy();
  });
  afterAll(() => application.close());

  const served = async (): Promise<void> => {
    expect(statuses(await (await open()).send(good).closed)).toEqual([200]);
  };

  test('BD-13 a body of which one byte comes is 408, and so is one that comes too slowly', async () => {
    const silent = await open();
    const dripping = await open();
    silent.send(`${head(100)}{`);
    dripping.send(head(100_000));
    const drip = setInterval(() => dripping.socket.destroyed || dripping.send(' '.repeat(10)), 100);
    for (const reply of await Promise.all([silent.closed, dripping.closed])) {
      expect(statuses(reply)).toEqual([408]);
      expect(reply).toContain('E_BODY_SLOW');
    }
    clearInterval(drip);
  });

  test('BD-14 of 100 connections with half a header each is closed in time, and a new client is served at once', async () => {
    const slow: RawClient[] = [];
    while (slow.length < 100) slow.push(...(await Promise.all(Array.from({ length: 50 }, open))));
    for (const client of slow) client.send('GET / HTTP/1.1\r\nHost: a.te');
    // Resolves only when all of them are closed; `slow-clients` of tests/long says how soon a thousand are.
    const closed = Promise.all(slow.map((client) => client.closed));
    await served();
    expect((await closed).filter((reply) => statuses(reply)[0] !== 408)).toEqual([]);
  }, 30_000);

  test('BD-16 half a body and then the end never reaches the handler', async () => {
    const client = await open();
    client.socket.end(`${head(50)}{"a":1}`);
    expect(await client.closed).not.toMatch(/HTTP\/1\.1 200/);
    await served();
  });

  test('UP-04 a client that leaves in the middle of its file leaves none behind', async () => {
    const client = await open();
    client.send(
      `${head(4 * MiB, 'multipart/form-data; boundary=B', '/upload')}--B\r\nContent-Disposition: form-data; name="f"; filename="a"\r\n\r\n${'x'.repeat(MiB)}`,
    );
    while ((await application.spooled()).length === 0) await wait(5);
    client.socket.destroy();
    expect(await application.leftSpooled()).toEqual([]);
    await allClosed(join(application.directory, 'spool'));
  });

  test('LC-04 twenty clients that leave a stream of 64 MiB early leave no work behind', async () => {
    // On a busy machine the last of them ask later than `limits` allow.
    const patient = await HostileApplication.open(driver);
    try {
      const sockets = await Promise.all(Array.from({ length: 20 }, () => open(patient.port)));
      await Promise.all(
        sockets.map(async (client) => {
          client.send('GET /big HTTP/1.1\r\nHost: x\r\n\r\n');
          await client.until('b'.repeat(1000));
          client.socket.pause();
        }),
      );
      for (const { socket } of sockets) socket.destroy();
      await Promise.all(sockets.map(({ closed }) => closed));
      expect(statuses(await (await open(patient.port)).send(good).closed)).toEqual([200]);
    } finally {
      await patient.close();
    }
  });

  test('ST-13 50 clients that take one byte a second of 100 MiB cost little memory, and others are served', async () => {
    expect((await slowReaders(application, 50, served)) / MiB).toBeLessThan(100);
  }, 60_000);
});
