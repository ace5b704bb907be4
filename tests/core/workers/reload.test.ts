import type { Worker } from 'node:cluster';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { Primary, workers, workersSuffer } from './primary.ts';

const patience = 60_000;

let primary: Primary;

beforeEach(() => {
  primary = new Primary();
});

afterEach(() => primary.dispose(), patience);

const pids = (): (number | undefined)[] => workers().map(({ process: { pid } }) => pid);
const replaced = (times: number) => () => primary.output.split(' replaced.\n').length > times;

test(
  'SIGHUP replaces every worker, each once its successor serves',
  async () => {
    await primary.run({ workers: 2 });
    const before = pids();
    primary.tell('SIGHUP');
    await primary.until(replaced(1));
    const one = ['booting', 'serves', 'closing', 'code 0'];
    expect(primary.events.slice(4)).toEqual([...one, ...one]);
    expect(pids()).toHaveLength(2);
    expect(pids().filter((pid) => before.includes(pid))).toEqual([]);
    expect(primary.errors).toBe('');
  },
  patience,
);

test(
  'signals during a reload cause one more reload, whatever their number',
  async () => {
    await primary.run({ workers: 1 });
    for (let times = 0; times < 3; times++) primary.tell('SIGHUP');
    await primary.until(replaced(2));
    primary.tell('SIGTERM');
    await primary.exit();
    expect(primary.events.filter((event) => event === 'serves')).toHaveLength(3);
  },
  patience,
);

test(
  'the workers that serve go on when a successor cannot start, and the next reload finds them',
  async () => {
    await primary.run({ workers: 1 });
    const before = pids();
    workersSuffer('broken');
    primary.tell('SIGHUP');
    await primary.until(() => primary.errors !== '');
    expect(primary.errors).toMatch(/^E_WORKER_START: A worker ended with code 1 before it served requests\.\n/);
    expect([pids(), primary.exits]).toEqual([before, []]);
    workersSuffer();
    primary.tell('SIGHUP');
    await primary.until(replaced(1));
    expect(pids()).not.toEqual(before);
  },
  patience,
);

test(
  'a worker that dies during a reload is not replaced twice',
  async () => {
    await primary.run({ workers: 2 });
    workersSuffer('waits to boot');
    primary.tell('SIGHUP');
    const [, second, successor] = workers();
    second?.process.kill('SIGKILL');
    await primary.seen('booting', 4);
    for (const worker of [successor, workers().at(-1)]) worker?.send('go on');
    await primary.until(replaced(1));
    await primary.seen('serves', 4);
    expect(workers()).toHaveLength(2);
  },
  patience,
);

test(
  'SIGUSR2 makes workers open their logs again, and ends none',
  async () => {
    await primary.run({ workers: 2 });
    for (const worker of workers()) worker.process.kill('SIGUSR2');
    primary.tell('SIGUSR2');
    await primary.seen('reopens', 2);
    expect(primary.events.slice(4)).toEqual(['reopens', 'reopens']);
  },
  patience,
);

test(
  'each living worker has a number of its own, and a successor the smallest that is free',
  async () => {
    workersSuffer('tells its number');
    await primary.run({ workers: 2 });
    primary.tell('SIGHUP');
    await primary.until(replaced(1));
    expect(primary.events.filter((event) => event.startsWith('number')).toSorted()).toEqual([
      'number 1',
      'number 1',
      'number 2',
      'number 3',
    ]);
  },
  patience,
);

const codes = (): string[] => [...primary.errors.matchAll(/^(E_\w+):/gm)].map(([, code = '']) => code);

/** Reloads the one worker there is; resolves to it and its successor, which waits to boot. */
const reloadWaiting = async (): Promise<Worker[]> => {
  await primary.run({ workers: 1 });
  workersSuffer('waits to boot');
  primary.tell('SIGHUP');
  await primary.seen('booting', 2);
  workersSuffer();
  return workers();
};

test(
  'an old one that dies while its successor boots is followed by that alone',
  async () => {
    const [old, successor] = await reloadWaiting();
    old?.process.kill('SIGKILL');
    await primary.until(() => codes().length > 0);
    successor?.send('go on');
    await primary.until(replaced(1));
    expect([codes(), pids()]).toEqual([['E_WORKER_LOST'], [successor?.process.pid]]);
  },
  patience,
);

test(
  'and by another when that cannot start',
  async () => {
    const [old, successor] = await reloadWaiting();
    old?.process.kill('SIGKILL');
    await primary.until(() => codes().length > 0);
    successor?.process.kill('SIGKILL');
    await primary.seen('serves', 2);
    expect(codes()).toEqual(['E_WORKER_LOST', 'E_WORKER_START']);
    expect(workers()).toHaveLength(1);
    expect(pids()).not.toContain(successor?.process.pid);
  },
  patience,
);

test(
  'an old one that lives is replaced when it dies after its successor could not start',
  async () => {
    const [old, successor] = await reloadWaiting();
    successor?.process.kill('SIGKILL');
    await primary.until(() => codes().length > 0);
    old?.process.kill('SIGKILL');
    await primary.seen('serves', 2);
    expect([codes(), workers().length]).toEqual([['E_WORKER_START', 'E_WORKER_LOST'], 1]);
  },
  patience,
);

/** Loses the one worker there is; resolves to the one in its place, which waits to boot. */
const loseWaiting = async (): Promise<Worker | undefined> => {
  await primary.run({ workers: 1 });
  workersSuffer('waits to boot');
  workers()[0]?.process.kill('SIGKILL');
  await primary.seen('booting', 2);
  return workers()[0];
};

test(
  'one that boots in the place of a lost one has one successor',
  async () => {
    await loseWaiting();
    workersSuffer();
    primary.tell('SIGHUP');
    await primary.until(replaced(1));
    // What its end brings about comes in the same turn.
    await new Promise((resolve) => setImmediate(resolve));
    expect([codes(), workers().length]).toEqual([['E_WORKER_LOST'], 1]);
  },
  patience,
);

test(
  'even when it cannot start',
  async () => {
    const booting = await loseWaiting();
    primary.tell('SIGHUP');
    await primary.seen('booting', 3);
    booting?.process.kill('SIGKILL');
    await primary.until(() => codes().length > 1);
    workers()[0]?.send('go on');
    await primary.until(replaced(1));
    expect([codes(), workers().length]).toEqual([['E_WORKER_LOST', 'E_WORKER_START'], 1]);
  },
  patience,
);

test(
  'told to end while an old one drains and another is booting, it ends with 0',
  async () => {
    workersSuffer('waits to close');
    await primary.run({ workers: 2 });
    const [draining, other] = workers();
    workersSuffer();
    primary.tell('SIGHUP');
    await primary.seen('closing');
    workersSuffer('waits to boot');
    other?.process.kill('SIGKILL');
    await primary.seen('booting', 4);
    primary.tell('SIGTERM');
    await primary.seen('closing', 2);
    draining?.send('go on');
    expect(await primary.exit()).toBe(0);
    expect(primary.events.filter((event) => !/booting|serves|closing/.test(event)).toSorted()).toEqual([
      'SIGKILL',
      'SIGTERM',
      'code 0',
      'code 0',
    ]);
    expect([codes(), primary.exits, pids()]).toEqual([['E_WORKER_LOST'], [0], []]);
    expect(primary.output).not.toContain(' replaced.');
  },
  patience,
);

test(
  'asked while the first ones start, it lets them, and replaces them then',
  async () => {
    workersSuffer('waits to boot');
    const running = primary.run({ workers: 1 });
    await primary.seen('booting');
    primary.tell('SIGHUP');
    workersSuffer();
    workers()[0]?.send('go on');
    await running;
    await primary.until(replaced(1));
    expect(primary.events).toEqual(['booting', 'serves', 'booting', 'serves', 'closing', 'code 0']);
    expect([primary.errors, primary.exits]).toEqual(['', []]);
  },
  patience,
);

test(
  'told to end while a successor boots, it ends with 0, and without complaint',
  async () => {
    await primary.run({ workers: 1 });
    workersSuffer('waits to boot');
    primary.tell('SIGHUP');
    expect(workers()).toHaveLength(2);
    primary.tell('SIGTERM');
    expect(await primary.exit()).toBe(0);
    expect([primary.errors, workers()]).toEqual(['', []]);
  },
  patience,
);

test(
  'told to end while an old worker drains, it lets it, and replaces no other',
  async () => {
    workersSuffer('waits to close');
    await primary.run({ workers: 2 });
    const [draining, other] = workers();
    workersSuffer();
    primary.tell('SIGHUP');
    await primary.seen('closing');
    primary.tell('SIGTERM');
    await primary.seen('closing', 3);
    for (const worker of [draining, other]) worker?.send('go on');
    expect(await primary.exit()).toBe(0);
    expect(primary.events.filter((event) => event === 'serves')).toHaveLength(3);
    expect(primary.output).not.toContain(' replaced.');
  },
  patience,
);
