import cluster from 'node:cluster';
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { type Application, run } from '@taproot/core';
import { definePlugin } from '@taproot/core/plugin';
import { type Message, readMessage } from '@taproot/workers/protocol';
import { bootWith } from '../support.ts';
import { Channel } from './channel.ts';
import { Primary, workers, workersSuffer } from './primary.ts';

// Each worker is a process that compiles its sources first.
const patience = 60_000;

describe('worker', () => {
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
});

describe('serving', () => {
  let primary: Primary;

  beforeEach(() => {
    primary = new Primary();
  });

  afterEach(() => primary.dispose(), patience);

  test(
    'run() starts so many workers and resolves once they serve; the primary prepares before the first',
    async () => {
      let before = Number.NaN;
      await primary.run({ workers: 2, primary: () => (before = workers().length) });
      expect(before).toBe(0);
      expect(primary.events).toEqual(expect.arrayContaining(['serves', 'serves']));
      expect(workers()).toHaveLength(2);
      expect(primary.output).toBe(`2 workers serve; SIGHUP to ${process.pid} replaces them.\n`);
      expect([primary.errors, primary.exits]).toEqual(['', []]);
    },
    patience,
  );

  test(
    'the primary writes lines of JSON once a worker writes its log so',
    async () => {
      workersSuffer('logs JSON');
      await primary.run({ workers: 1 });
      expect(JSON.parse(primary.output)).toEqual({
        level: 'info',
        time: expect.any(String),
        where: 'workers',
        message: `1 workers serve; SIGHUP to ${process.pid} replaces them.`,
      });
    },
    patience,
  );

  test(
    'WORKERS says how many where run() does not',
    async () => {
      process.env.WORKERS = '1';
      try {
        await primary.run({});
      } finally {
        delete process.env.WORKERS;
      }
      expect(primary.output).toMatch(/^1 workers serve/);
    },
    patience,
  );

  test('a number of workers that is none is explained, and ends the process with 1', async () => {
    await primary.run({ workers: -1 });
    expect(primary.errors).toMatch(/^E_WORKERS_INVALID: The number of workers is -1, /);
    expect(primary.exits).toEqual([1]);
  });

  test(
    'workers that cannot start end the process with 1',
    async () => {
      workersSuffer('broken');
      await primary.run({ workers: 2 });
      expect(primary.errors).toMatch(/^E_WORKER_START: A worker ended with code 1 before it served requests\.\n/);
      expect([workers(), primary.exits]).toEqual([[], [1]]);
    },
    patience,
  );

  test(
    'one that ends before it serves takes the others with it',
    async () => {
      workersSuffer('waits to boot');
      const running = primary.run({ workers: 2 });
      await primary.seen('booting', 2);
      workers()[0]?.process.kill('SIGKILL');
      await running;
      expect(primary.errors).toMatch(/^E_WORKER_START: A worker ended with SIGKILL before it served requests\.\n/);
      expect([primary.events.slice(2), primary.exits]).toEqual([['SIGKILL', 'SIGTERM'], [1]]);
    },
    patience,
  );

  test('where the system makes no process, that is the reason', async () => {
    workersSuffer('lost folder');
    await primary.run({ workers: 1 });
    expect(primary.errors).toMatch(
      /^E_WORKER_START: A worker ended with spawn \S+ ENOENT before it served requests\.\n/,
    );
    expect(primary.exits).toEqual([1]);
  });
});

describe('stuck', () => {
  // What the fixture takes to shut down at most, and what the primary grants beyond.
  const bound = 120_000 + 5000;

  let primaryOfStuck: Primary;

  beforeEach(() => {
    // How long a worker takes to end is the test's to say; all else is as it is.
    jest.useFakeTimers({
      doNotFake: ['Date', 'hrtime', 'nextTick', 'performance', 'queueMicrotask', 'setImmediate', 'setInterval'],
    });
    primaryOfStuck = new Primary();
    workersSuffer('deaf');
  });

  afterEach(async () => {
    await primaryOfStuck.dispose();
    jest.useRealTimers();
  }, patience);

  const replaced = (times: number) => () => primaryOfStuck.output.split(' replaced.\n').length > times;

  test(
    'a worker that does not react to being replaced is killed, told, and holds up no later reload',
    async () => {
      await primaryOfStuck.run({ workers: 1 });
      const pid = workers()[0]?.process.pid;
      workersSuffer();
      primaryOfStuck.tell('SIGHUP');
      await primaryOfStuck.seen('serves', 2);
      // It is told to end in this turn.
      await new Promise((resolve) => setImmediate(resolve));
      jest.advanceTimersByTime(bound - 1);
      expect(primaryOfStuck.errors).toBe('');
      jest.advanceTimersByTime(1);
      await primaryOfStuck.until(replaced(1));
      expect(primaryOfStuck.events.slice(2)).toEqual(['booting', 'serves', 'SIGKILL']);
      expect(primaryOfStuck.errors).toMatch(
        new RegExp(
          `^E_WORKER_STUCK: Worker ${pid} did not end within 125 s of SIGTERM, and is now killed by SIGKILL\\.\\n.*\\n$`,
        ),
      );
      primaryOfStuck.tell('SIGHUP');
      await primaryOfStuck.until(replaced(2));
      expect([workers().length, primaryOfStuck.exits]).toEqual([1, []]);
    },
    patience,
  );

  test(
    'nor does it hold up the end of all, which exits with 1',
    async () => {
      await primaryOfStuck.run({ workers: 2 });
      primaryOfStuck.tell('SIGTERM');
      jest.advanceTimersByTime(bound);
      expect(await primaryOfStuck.exit()).toBe(1);
      expect(primaryOfStuck.events.slice(-2)).toEqual(['SIGKILL', 'SIGKILL']);
      expect(primaryOfStuck.errors.match(/^E_WORKER_STUCK/gm)).toHaveLength(2);
    },
    patience,
  );
});

const place = { file: '/garden/app.ts', line: 3, column: 7 };
const files = { required: ['/garden/node_modules/pino/pino.js'], modules: [] };

const messages: readonly Message[] = [
  { taproot: 'waits' },
  { taproot: 'drains', seconds: 0.5 },
  { taproot: 'json' },
  { taproot: 'booted', host: '127.0.0.1', port: 3000, secure: false },
  { taproot: 'failed', fault: { text: 'No', place } },
  { taproot: 'ready' },
  { taproot: 'loaded', files },
  { taproot: 'leaving' },
  { taproot: 'gone' },
  { taproot: 'go' },
  { taproot: 'warm', files },
  { taproot: 'standIn', fault: { text: 'No', place: null } },
  { taproot: 'show', fault: null },
  { taproot: 'show', fault: { text: 'No', place } },
  { taproot: 'refresh', what: 'styles' },
  { taproot: 'end', signal: 'SIGTERM' },
  { taproot: 'left' },
];

describe('a message between a worker and its primary', () => {
  test.each(messages)('%j comes through the channel as it was sent', (message) => {
    expect(readMessage(JSON.parse(JSON.stringify(message)))).toEqual(message);
  });
});

describe('whatever else an application sends on the same channel is no message', () => {
  test.each([
    'taproot:ready',
    '',
    null,
    undefined,
    10,
    ['ready'],
    { type: 'ready' },
    { taproot: 'constructor' },
    { taproot: ['ready'] },
    { taproot: 'drains' },
    { taproot: 'drains', seconds: 'soon' },
    { taproot: 'drains', seconds: -1 },
    { taproot: 'booted', host: '127.0.0.1', port: '3000', secure: false },
    { taproot: 'failed', fault: null },
    { taproot: 'failed', fault: { text: 'No' } },
    { taproot: 'standIn', fault: { text: 'No', place: { file: '/garden/app.ts' } } },
    { taproot: 'warm', files: { required: [1], modules: [] } },
    { taproot: 'refresh', what: 'all' },
    { taproot: 'end', signal: 'SIGKILL' },
  ])('%j', (received) => {
    expect(readMessage(received)).toBeNull();
  });
});
