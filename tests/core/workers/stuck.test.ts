import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { Primary, workers, workersSuffer } from './primary.ts';

const patience = 60_000;

// What the fixture takes to shut down at most, and what the primary grants beyond.
const bound = 120_000 + 5000;

let primary: Primary;

beforeEach(() => {
  // How long a worker takes to end is the test's to say; all else is as it is.
  jest.useFakeTimers({
    doNotFake: ['Date', 'hrtime', 'nextTick', 'performance', 'queueMicrotask', 'setImmediate', 'setInterval'],
  });
  primary = new Primary();
  workersSuffer('deaf');
});

afterEach(async () => {
  await primary.dispose();
  jest.useRealTimers();
}, patience);

const replaced = (times: number) => () => primary.output.split(' replaced.\n').length > times;

test(
  'a worker that does not react to being replaced is killed, told, and holds up no later reload',
  async () => {
    await primary.run({ workers: 1 });
    const pid = workers()[0]?.process.pid;
    workersSuffer();
    primary.tell('SIGHUP');
    await primary.seen('serves', 2);
    // It is told to end in this turn.
    await new Promise((resolve) => setImmediate(resolve));
    jest.advanceTimersByTime(bound - 1);
    expect(primary.errors).toBe('');
    jest.advanceTimersByTime(1);
    await primary.until(replaced(1));
    expect(primary.events.slice(2)).toEqual(['booting', 'serves', 'SIGKILL']);
    expect(primary.errors).toMatch(
      new RegExp(
        `^E_WORKER_STUCK: Worker ${pid} did not end within 125 s of SIGTERM, and is now killed by SIGKILL\\.\\n.*\\n$`,
      ),
    );
    primary.tell('SIGHUP');
    await primary.until(replaced(2));
    expect([workers().length, primary.exits]).toEqual([1, []]);
  },
  patience,
);

test(
  'nor does it hold up the end of all, which exits with 1',
  async () => {
    await primary.run({ workers: 2 });
    primary.tell('SIGTERM');
    jest.advanceTimersByTime(bound);
    expect(await primary.exit()).toBe(1);
    expect(primary.events.slice(-2)).toEqual(['SIGKILL', 'SIGKILL']);
    expect(primary.errors.match(/^E_WORKER_STUCK/gm)).toHaveLength(2);
  },
  patience,
);
