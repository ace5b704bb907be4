import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { Primary, workers, workersSuffer } from './primary.ts';

const patience = 60_000;

let primary: Primary;

beforeEach(() => {
  primary = new Primary();
});

afterEach(() => primary.dispose(), patience);

const codes = (): string[] => [...primary.errors.matchAll(/^(E_\w+):/gm)].map(([, code = '']) => code);
const pids = (): (number | undefined)[] => workers().map(({ process: { pid } }) => pid);

/** Starts a worker in an endless loop. */
const loop = async (): Promise<number | undefined> => {
  workersSuffer('loops');
  await primary.run({ workers: 1, stuck: '1s' });
  await primary.until(() => primary.answers > 0);
  const [worker] = workers();
  workersSuffer();
  worker?.send('go on');
  return worker?.process.pid;
};

test(
  'a worker in an endless loop is reported with its last requests, and killed when its successor serves',
  async () => {
    const pid = await loop();
    await primary.seen('SIGKILL');
    expect(primary.events).toEqual(['booting', 'serves', 'booting', 'serves', 'SIGKILL']);
    expect(primary.errors).toMatch(
      new RegExp(
        `^E_WORKER_SILENT: Worker ${pid} has not answered for 1 s\\. Its oldest open requests when it last answered: GET /slow \\(1 s\\)\\.`,
      ),
    );
    expect([codes(), workers().length]).toEqual([['E_WORKER_SILENT'], 1]);
    expect(pids()).not.toContain(pid);
  },
  patience,
);

test(
  'its place is filled later when its successor cannot start',
  async () => {
    await loop();
    workersSuffer('broken');
    await primary.until(() => codes().includes('E_WORKER_LOST'));
    workersSuffer();
    await primary.seen('serves', 2);
    expect(codes()).toEqual(expect.arrayContaining(['E_WORKER_SILENT', 'E_WORKER_START', 'E_WORKER_LOST']));
    expect(workers()).toHaveLength(1);
  },
  patience,
);

test.each([
  [undefined, [5000]],
  ['12s', [2000]],
  [null, []],
] as const)(
  'stuck: %p asks workers in time',
  async (stuck, intervals) => {
    const timers = jest.spyOn(globalThis, 'setInterval');
    await primary.run(stuck === undefined ? { workers: 1 } : { workers: 1, stuck });
    expect(timers.mock.calls.map(([, milliseconds]) => milliseconds)).toEqual(intervals);
  },
  patience,
);

const replaced = (): boolean => primary.output.includes(' replaced.\n');

test.each([
  ['whose boot() never settles', 'never boots', []],
  ['that loops in boot()', 'loops at boot', ['E_WORKER_SILENT']],
] as const)(
  'a reload ends with a report when it starts a worker %s; the old one serves on, and the next reload works',
  async (_what, fault, reported) => {
    await primary.run({ workers: 1, stuck: '2s', bootTimeout: '2s' });
    const before = pids();
    workersSuffer(fault);
    primary.tell('SIGHUP');
    await primary.until(() => codes().includes('E_WORKER_START'));
    expect([codes(), pids()]).toEqual([[...reported, 'E_WORKER_START'], before]);
    workersSuffer();
    primary.tell('SIGHUP');
    primary.tell('SIGHUP');
    await primary.until(replaced);
    expect(primary.output).toContain('Workers are being started already. They will be replaced after that.\n');
    expect(pids()).not.toEqual(before);
  },
  patience,
);
