import cluster from 'node:cluster';
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { type Application, run } from '@taproot/core';
import { definePlugin } from '@taproot/core/plugin';
import { bootWith } from '../support.ts';
import { Channel } from './channel.ts';

let channel: Channel;
let app: Application | null = null;

beforeEach(() => {
  channel = new Channel();
  jest.replaceProperty(cluster, 'isWorker', true);
});

afterEach(async () => {
  await app?.close();
  channel.dispose();
});

/** Serves an application as this worker; resolves once its primary was told. */
const serve = async (primary?: () => void): Promise<void> => {
  const web = definePlugin({
    name: 'web',
    apply({ hooks }) {
      hooks.start.tap('web', () => void channel.events.push('start'));
      hooks.shutdown.tap('web', () => void channel.events.push('shutdown'));
    },
  });
  const boot = async (): Promise<Application> => (app = await bootWith([web]));
  void run(boot, primary === undefined ? { workers: 2 } : { workers: 2, primary });
  await channel.until(() => channel.events.length > 2);
  expect(channel.events).toEqual(['drains', 'start', 'ready']);
  expect(channel.messages).toEqual([{ taproot: 'drains', seconds: 10 }, { taproot: 'ready' }]);
};

const until = (event: string): Promise<void> => channel.until(() => channel.events.at(-1) === event);

test('a worker creates the application, and tells its primary how long it may drain, then that it serves', async () => {
  const primary = jest.fn();
  await serve(primary);
  expect(primary).not.toHaveBeenCalled();
});

test('it ends once it has drained and the primary has sent its last connection', async () => {
  await serve();
  channel.emit('SIGTERM', 'SIGTERM');
  await until('leaving');
  channel.emit('message', 'of somebody else');
  channel.emit('message', { taproot: 'left' });
  await until('exit 0');
  expect(channel.events.slice(3)).toEqual(['shutdown', 'leaving', 'gone', 'exit 0']);
});

test.each(['SIGTERM', 'SIGINT'])(
  'a %s that the primary passes on, and that came to it as well, is one',
  async (signal) => {
    await serve();
    channel.emit('message', { taproot: 'end', signal });
    channel.emit('SIGTERM', 'SIGTERM');
    await until('leaving');
    channel.emit('message', { taproot: 'left' });
    await until('exit 0');
    expect(channel.events.slice(3)).toEqual(['shutdown', 'leaving', 'gone', 'exit 0']);
  },
);

test('a second one that it passes on ends it at once', async () => {
  await serve();
  channel.emit('message', { taproot: 'end', signal: 'SIGTERM' });
  channel.emit('message', { taproot: 'end', signal: 'SIGINT' });
  // With 1: here, where process.exit() returns, it goes on to drain.
  expect(channel.events).toContain('exit 1');
  await until('leaving');
  channel.emit('message', { taproot: 'left' });
  await until('exit 0');
});

test('it waits for no answer of a primary that dies', async () => {
  await serve();
  channel.emit('SIGTERM', 'SIGTERM');
  await until('leaving');
  channel.emit('disconnect');
  await until('exit 0');
});

test('nor of one that is gone already', async () => {
  await serve();
  channel.connected = false;
  channel.emit('SIGTERM', 'SIGTERM');
  await until('exit 0');
  expect(channel.events.slice(3)).toEqual(['shutdown', 'exit 0']);
});
