import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { Primary, workers, workersSuffer } from './primary.ts';

// Each worker is a process that compiles its sources first.
const patience = 60_000;

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
  expect(primary.errors).toMatch(/^E_WORKER_START: A worker ended with spawn \S+ ENOENT before it served requests\.\n/);
  expect(primary.exits).toEqual([1]);
});
