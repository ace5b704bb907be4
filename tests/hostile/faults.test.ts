import { once } from 'node:events';
import { renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterEach, describe, expect, test } from '@jest/globals';
import type { FileBody } from '@taproot/core/internal';
import { allClosed } from '../routing/support/open-files.ts';
import { drivers } from '../support/drivers.ts';
import { ErrorProxy } from '../throttle/support/error-proxy.ts';
import { expectHeld } from '../throttle/support/expect-held.ts';
import { bootLimiter, codes } from '../throttle/support/limited.ts';
import { watched } from '../throttle/support/outage.ts';
import { RedisServer } from '../throttle/support/redis-server.ts';
import { hasRedis } from '../throttle/support/services.ts';
import { throughOutage } from '../throttle/support/through-outage.ts';
import { injectFaults } from './support/fault-injection.ts';
import { HostileApplication, type HostileOptions } from './wire/application.ts';
import { file, get, json, multipart, upload } from './wire/attack.ts';
import { sendAttack, statusesOf } from './wire/send-attack.ts';

const fault = (code: string): Error => Object.assign(new Error(`${code}: fault of the disk`), { code });

const fileOf = (open: () => Readable): FileBody => ({ size: 1, modified: new Date(0), etag: '"x"', open });

const answers = { EACCES: 403, EMFILE: 503, EISDIR: 404, ENOENT: 404, EIO: 500 } as const;

describe.each(drivers)('on the %s driver', (driver) => {
  let application: HostileApplication | null = null;
  afterEach(async () => {
    await application?.close();
    application = null;
  });

  const open = async (options: HostileOptions = {}): Promise<HostileApplication> =>
    (application = await HostileApplication.open(driver, options));

  test('ST-03 a file system that fails when asked, when opened, or before its first byte is answered once', async () => {
    const failing = (code: string) =>
      new Readable({
        read() {
          this.destroy(fault(code));
        },
      });
    const { port } = await open({
      apply: (app) =>
        app.facades.Route().staticFS('/faulty', {
          open: async (path) => {
            const [when, code = ''] = path.split('-');
            if (when === 'ask') throw fault(code);
            if (when === 'open')
              return fileOf(() => {
                throw fault(code);
              });
            return fileOf(() => failing(code));
          },
        }),
    });
    for (const [code, status] of Object.entries(answers)) {
      for (const when of ['ask', 'open', 'read'])
        expect([when, code, statusesOf(await sendAttack(port, get(`/faulty/${when}-${code}`)))]).toEqual([
          when,
          code,
          [status],
        ]);
    }
  });

  test('ST-09 a file that is overwritten while it is sent ends the connection short, and the next request is right', async () => {
    const { port, directory } = await open();
    const path = join(directory, 'public/changing.bin');
    const size = 8 * 1024 * 1024;
    writeFileSync(path, 'a'.repeat(size));
    utimesSync(path, 1_700_000_000, 1_700_000_000);
    const socket = connect(port, '127.0.0.1');
    socket.write('GET /static/changing.bin HTTP/1.1\r\nHost: x\r\n\r\n');
    await once(socket, 'readable');
    writeFileSync(path, 'b'.repeat(size));
    let received = '';
    socket.on('error', () => undefined);
    socket.setEncoding('latin1').on('data', (chunk: string) => (received += chunk));
    await once(socket, 'close');
    const body = received.slice(received.indexOf('\r\n\r\n') + 4);
    expect(body.length).toBeLessThan(size);
    expect(body).not.toContain('b');
    const next = await sendAttack(port, get('/static/changing.bin'));
    expect(next.endsWith('b'.repeat(size))).toBe(true);
    await allClosed(directory);
  });

  test('UP-08 a spool that went missing is 503, everything else goes on, and uploads too once it is back', async () => {
    const { port, directory } = await open();
    const [spool, away] = [join(directory, 'spool'), join(directory, 'away')];
    const body = upload(multipart([file('f', 'a.txt', 'x'.repeat(200_000))]));
    renameSync(spool, away);
    const refused = await sendAttack(port, body);
    expect(statusesOf(refused)).toEqual([503]);
    expect(refused).not.toContain(directory);
    expect(statusesOf(await sendAttack(port, json('{"a":1}')))).toEqual([200]);
    renameSync(away, spool);
    expect(statusesOf(await sendAttack(port, body))).toEqual([200]);
    rmSync(spool, { recursive: true });
  });
});

const whenRedis = (await hasRedis()) ? test : test.skip;

/** Watches an outage of a Redis that gives every command this error meanwhile. */
const holdThrough = async (reply: string): Promise<void> => {
  const server = await RedisServer.start();
  const proxy = await ErrorProxy.before(server.port);
  // The report shall be of the reply: on a busy machine the store could be too late for the default before it comes.
  const url = `redis://127.0.0.1:${proxy.port}`;
  const config = { store: 'redis', timeout: 2, redis: { prefix: 'loading' } } as const;
  const limited = await bootLimiter({ url, config, register: (limiter) => limiter.for('watched', () => watched) });
  try {
    await limited.app.open();
    expectHeld(
      await throughOutage(limited, {
        fault: () => void (proxy.reply = reply),
        mend: () => void (proxy.reply = ''),
      }),
    );
    expect(codes(limited.reports)).toEqual(['E_THROTTLE_STORE_FAILED']);
    expect(String(limited.reports[0])).toContain(reply.split(' ')[0]);
  } finally {
    await limited.app.close();
    proxy.close();
    await server.kill();
  }
};

whenRedis.each(['LOADING Redis is loading the dataset in memory', 'BUSY Redis is busy running a script'])(
  'TH-09 a Redis that answers "%s" is stood in for, told once, and used again as soon as it is ready',
  holdThrough,
  60_000,
);

test.each(drivers)(
  'on the %s driver every fault is reported once, the process stays, and good requests are answered',
  async (driver) => {
    const times = 5;
    const { wrong, good } = await injectFaults(driver, times);
    expect(wrong).toEqual([]);
    expect(good).toBeGreaterThanOrEqual(times * 10);
  },
  120_000,
);
