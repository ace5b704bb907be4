import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { Primary, workers, workersSuffer } from './primary.ts';

const patience = 60_000;

describe('lost', () => {
  let primary: Primary;

  beforeEach(() => {
    // The pauses between replacements, and how long one served, are the test's to end; all else is as it is.
    jest.useFakeTimers({
      doNotFake: ['Date', 'hrtime', 'nextTick', 'queueMicrotask', 'setImmediate', 'setInterval'],
    });
    primary = new Primary();
  });

  afterEach(async () => {
    await primary.dispose();
    jest.useRealTimers();
  }, patience);

  const lost = (): string[] =>
    [...primary.errors.matchAll(/E_WORKER_LOST: .* ended unexpectedly with (.+)\. A new .* in (\d+) ms/g)].map(
      ([, reason, pause]) => `${reason}, ${pause} ms`,
    );

  const kill = (): void => void workers()[0]?.process.kill('SIGKILL');

  test(
    'a worker that dies is told, and replaced at once',
    async () => {
      await primary.run({ workers: 2 });
      const [first, second] = workers().map(({ process: { pid } }) => pid);
      kill();
      await primary.until(() => lost().length > 0);
      expect(primary.errors).toMatch(new RegExp(`^E_WORKER_LOST: Worker ${first} ended unexpectedly with SIGKILL\\.`));
      jest.advanceTimersByTime(0);
      await primary.seen('serves', 3);
      expect(workers()).toHaveLength(2);
      expect(workers()[0]?.process.pid).toBe(second);
    },
    patience,
  );

  test(
    'one that cannot start is replaced after ever longer pauses, and at once again when it served for a while',
    async () => {
      await primary.run({ workers: 1 });
      workersSuffer('broken');
      kill();
      await primary.until(() => lost().length > 0);
      jest.advanceTimersByTime(0);
      for (const [count, pause] of [100, 200].entries()) {
        await primary.until(() => lost().length > count + 1);
        jest.advanceTimersByTime(pause - 1);
        expect(workers()).toEqual([]);
        jest.advanceTimersByTime(1);
        expect(workers()).toHaveLength(1);
      }
      await primary.until(() => lost().length > 3);
      workersSuffer();
      jest.advanceTimersByTime(400);
      await primary.seen('serves', 2);
      jest.advanceTimersByTime(10_000);
      kill();
      await primary.until(() => lost().length > 4);
      expect(lost().map((line) => line.split(', ')[1])).toEqual(['0 ms', '100 ms', '200 ms', '400 ms', '0 ms']);
      expect(primary.errors.match(/E_WORKER_START: A worker ended with code 1 /g)).toHaveLength(3);
      expect(primary.exits).toEqual([]);
    },
    patience,
  );

  test(
    'one that serves and keeps dying is, too, while another serves',
    async () => {
      await primary.run({ workers: 2 });
      for (const [count, pause] of [0, 100, 200, 400].entries()) {
        workers().at(-1)?.process.kill('SIGKILL');
        await primary.until(() => lost().length > count);
        jest.advanceTimersByTime(pause);
        await primary.seen('serves', count + 3);
        jest.advanceTimersByTime(9000);
      }
      expect(lost()).toEqual(['SIGKILL, 0 ms', 'SIGKILL, 100 ms', 'SIGKILL, 200 ms', 'SIGKILL, 400 ms']);
    },
    patience,
  );

  test(
    'the last one is replaced at once, however often; the others wait',
    async () => {
      await primary.run({ workers: 2 });
      const killLast = async (count: number): Promise<void> => {
        workers().at(-1)?.process.kill('SIGKILL');
        await primary.until(() => lost().length > count);
      };
      await killLast(0);
      jest.advanceTimersByTime(0);
      await primary.seen('serves', 3);
      await killLast(1);
      // One place waits for 100 ms. From here on there is only the other.
      for (let count = 2; count < 5; count++) {
        await killLast(count);
        jest.advanceTimersByTime(0);
        await primary.seen('serves', count + 2);
      }
      expect(lost()).toEqual(['SIGKILL, 0 ms', 'SIGKILL, 100 ms', 'SIGKILL, 0 ms', 'SIGKILL, 0 ms', 'SIGKILL, 0 ms']);
    },
    patience,
  );

  test(
    'a moment in which the system makes no process passes',
    async () => {
      await primary.run({ workers: 1 });
      workersSuffer('lost folder');
      kill();
      await primary.until(() => lost().length > 0);
      jest.advanceTimersByTime(0);
      await primary.until(() => lost().length > 1);
      expect(primary.errors).toContain('ENOENT');
      workersSuffer();
      jest.advanceTimersByTime(100);
      await primary.seen('serves', 2);
      expect(primary.exits).toEqual([]);
    },
    patience,
  );

  test(
    'an error of the channel to a worker does not end the primary, nor the worker',
    async () => {
      await primary.run({ workers: 1 });
      workers()[0]?.emit('error', new Error('write EPIPE'));
      primary.tell('SIGTERM');
      expect(await primary.exit()).toBe(0);
      expect([primary.errors, primary.events.slice(2)]).toEqual(['', ['closing', 'code 0']]);
    },
    patience,
  );

  test(
    'told to end in a pause, none is made any more',
    async () => {
      await primary.run({ workers: 1 });
      kill();
      await primary.until(() => lost().length > 0);
      primary.tell('SIGTERM');
      expect(await primary.exit()).toBe(0);
      jest.advanceTimersByTime(100);
      expect(workers()).toEqual([]);
    },
    patience,
  );

  test(
    'SIGTERM while the next worker boots is not reported as another loss',
    async () => {
      await primary.run({ workers: 1 });
      workersSuffer('waits to boot');
      kill();
      await primary.until(() => lost().length > 0);
      jest.advanceTimersByTime(0);
      expect(workers()).toHaveLength(1);
      primary.tell('SIGTERM');
      expect(await primary.exit()).toBe(0);
      expect(primary.errors.match(/^E_.*$/gm)).toHaveLength(1);
    },
    patience,
  );
});

describe('ending', () => {
  let primaryOfEnding: Primary;

  beforeEach(() => {
    primaryOfEnding = new Primary();
  });

  afterEach(() => primaryOfEnding.dispose(), patience);

  test.each(['SIGTERM', 'SIGINT'] as const)(
    '%s drains all workers, then the process exits with 0',
    async (signal) => {
      await primaryOfEnding.run({ workers: 2 });
      primaryOfEnding.tell(signal);
      expect(await primaryOfEnding.exit()).toBe(0);
      expect(primaryOfEnding.events.slice(4).toSorted()).toEqual(['closing', 'closing', 'code 0', 'code 0']);
      expect(primaryOfEnding.errors).toBe('');
    },
    patience,
  );

  test.each(['SIGTERM', 'SIGINT'] as const)(
    '%s to the whole process group, as of a service manager or a terminal, is one to each worker',
    async (signal) => {
      workersSuffer('waits to close');
      await primaryOfEnding.run({ workers: 1 });
      const [worker] = workers();
      worker?.process.kill(signal);
      await primaryOfEnding.seen('closing');
      primaryOfEnding.tell(signal);
      worker?.send('go on');
      expect(await primaryOfEnding.exit()).toBe(0);
      expect(primaryOfEnding.events).toEqual(['booting', 'serves', 'closing', 'code 0']);
    },
    patience,
  );

  test(
    'it exits with 1 when one of them fails to close',
    async () => {
      workersSuffer('cannot close');
      await primaryOfEnding.run({ workers: 1 });
      primaryOfEnding.tell('SIGTERM');
      expect(await primaryOfEnding.exit()).toBe(1);
    },
    patience,
  );

  test(
    'a second signal reaches those that drain, which end by it, and it exits with 1',
    async () => {
      workersSuffer('waits to close');
      await primaryOfEnding.run({ workers: 1 });
      primaryOfEnding.tell('SIGTERM');
      await primaryOfEnding.seen('closing');
      primaryOfEnding.tell('SIGINT');
      expect(await primaryOfEnding.exit()).toBe(1);
      expect(primaryOfEnding.events).toEqual(['booting', 'serves', 'closing', 'code 1']);
    },
    patience,
  );

  test(
    'told to end before they serve, it ends with 0, and without complaint',
    async () => {
      workersSuffer('waits to boot');
      const running = primaryOfEnding.run({ workers: 2 });
      await primaryOfEnding.seen('booting', 2);
      primaryOfEnding.tell('SIGTERM');
      expect(await primaryOfEnding.exit()).toBe(0);
      await running;
      expect(primaryOfEnding.events).toEqual(['booting', 'booting', 'SIGTERM', 'SIGTERM']);
      expect([primaryOfEnding.errors, primaryOfEnding.exits]).toEqual(['', [0]]);
    },
    patience,
  );

  test(
    'a signal that comes just as a successor serves reaches the worker in whose place it is, and no other follows',
    async () => {
      workersSuffer('waits to close');
      await primaryOfEnding.run({ workers: 1 });
      primaryOfEnding.tell('SIGHUP');
      await primaryOfEnding.seen('serves', 2);
      primaryOfEnding.tell('SIGINT');
      await primaryOfEnding.seen('closing', 2);
      for (const worker of workers()) worker.send('go on');
      expect(await primaryOfEnding.exit()).toBe(0);
      expect(primaryOfEnding.events.slice(4)).toEqual(['closing', 'closing', 'code 0', 'code 0']);
    },
    patience,
  );

  test(
    'once it ends, nothing is reloaded',
    async () => {
      await primaryOfEnding.run({ workers: 1 });
      primaryOfEnding.tell('SIGTERM');
      await primaryOfEnding.exit();
      primaryOfEnding.tell('SIGHUP');
      expect([workers(), primaryOfEnding.output.includes(' replaced.')]).toEqual([[], false]);
    },
    patience,
  );
});
