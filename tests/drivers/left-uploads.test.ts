import { EventEmitter, once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import type { Handler } from '@taproot/core';
import { file, multipart, upload } from '../hostile/wire/attack.ts';
import { type Served, serve } from '../support/serve.ts';

let served: Served;
let spool = '';
const reported: unknown[] = [];

beforeEach(async () => {
  spool = await mkdtemp(join(tmpdir(), 'taproot-left-'));
  reported.length = 0;
});
afterEach(async () => {
  await served.close();
  await rm(spool, { recursive: true, force: true });
});

const open = async (driver: string, handler: Handler): Promise<void> => {
  served = await serve((route) => route.post('/', handler), {
    driver,
    config: { http: { upload: { directory: spool } } },
    apply: (app) => app.hooks.report.tap('test', (error) => void reported.push(error)),
  });
};

/** Sends an upload and keeps the connection open. */
const send = (): Socket => {
  const socket = connect(served.port, '127.0.0.1');
  socket.on('error', () => undefined);
  socket.write(upload(multipart([file('f', 'a.txt', 'hello')]), '/'), 'latin1');
  return socket;
};

const spoolIsEmpty = async (): Promise<void> => {
  while ((await readdir(spool)).length > 0) await new Promise(setImmediate);
};

describe.each(['koa', 'fastify'])('on the %s driver', (driver) => {
  test('S-8: a handler whose client left still reads and stores its files; nothing is reported', async () => {
    const seen: unknown[] = [];
    const handler = new EventEmitter();
    const [began, ended] = [once(handler, 'began'), once(handler, 'ended')];
    await open(driver, async (ctx) => {
      const uploaded = ctx.request().file('f');
      if (uploaded === null) throw new Error('There is no file.');
      const left = once(ctx.request().signal(), 'abort');
      handler.emit('began');
      await left;
      // Whoever removes files when a client leaves has had time for it.
      for (let turn = 0; turn < 20; turn++) await new Promise(setImmediate);
      seen.push(String(await uploaded.bytes()), (await readdir(spool)).length);
      await uploaded.store(join(spool, 'stored'));
      seen.push(String(await uploaded.bytes()));
      await rm(join(spool, 'stored'), { recursive: true });
      handler.emit('ended');
      return ctx.response().noContent();
    });
    const socket = send();
    await began;
    socket.destroy();
    await ended;
    await spoolIsEmpty();
    expect(seen).toEqual(['hello', 1, 'hello']);
    expect(reported).toEqual([]);
  });

  test('S-8: a handler that its signal ends is no failure, and its files are removed', async () => {
    const handler = new EventEmitter();
    const began = once(handler, 'began');
    await open(driver, async (ctx) => {
      handler.emit('began');
      await wait(60_000, undefined, { signal: ctx.request().signal() });
    });
    const socket = send();
    await began;
    socket.destroy();
    await spoolIsEmpty();
    expect(reported).toEqual([]);
  });

  test('S-8: files outlive their handler while the reply is still being sent', async () => {
    await open(driver, (ctx) => {
      const uploaded = ctx.request().file('f');
      if (uploaded === null) throw new Error('There is no file.');
      return ctx.response().stream(200, uploaded.stream());
    });
    const socket = send();
    let reply = '';
    socket.on('data', (text) => (reply += String(text)));
    await once(socket, 'close');
    expect(reply).toContain('hello');
    await spoolIsEmpty();
    expect(reported).toEqual([]);
  });
});
