import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { Primary, workers, workersSuffer } from './primary.ts';

const patience = 60_000;

let primary: Primary;

beforeEach(() => {
  primary = new Primary();
});

afterEach(() => primary.dispose(), patience);

test.each(['SIGTERM', 'SIGINT'] as const)(
  '%s drains all workers, then the process exits with 0',
  async (signal) => {
    await primary.run({ workers: 2 });
    primary.tell(signal);
    expect(await primary.exit()).toBe(0);
    expect(primary.events.slice(4).toSorted()).toEqual(['closing', 'closing', 'code 0', 'code 0']);
    expect(primary.errors).toBe('');
  },
  patience,
);

test.each(['SIGTERM', 'SIGINT'] as const)(
  '%s to the whole process group, as of a service manager or a terminal, is one to each worker',
  async (signal) => {
    workersSuffer('waits to close');
    await primary.run({ workers: 1 });
    const [worker] = workers();
    worker?.process.kill(signal);
    await primary.seen('closing');
    primary.tell(signal);
    worker?.send('go on');
    expect(await primary.exit()).toBe(0);
    expect(primary.events).toEqual(['booting', 'serves', 'closing', 'code 0']);
  },
  patience,
);

test(
  'it exits with 1 when one of them fails to close',
  async () => {
    workersSuffer('cannot close');
    await primary.run({ workers: 1 });
    primary.tell('SIGTERM');
    expect(await primary.exit()).toBe(1);
  },
  patience,
);

test(
  'a second signal reaches those that drain, which end by it, and it exits with 1',
  async () => {
    workersSuffer('waits to close');
    await primary.run({ workers: 1 });
    primary.tell('SIGTERM');
    await primary.seen('closing');
    primary.tell('SIGINT');
    expect(await primary.exit()).toBe(1);
    expect(primary.events).toEqual(['booting', 'serves', 'closing', 'code 1']);
  },
  patience,
);

test(
  'told to end before they serve, it ends with 0, and without complaint',
  async () => {
    workersSuffer('waits to boot');
    const running = primary.run({ workers: 2 });
    await primary.seen('booting', 2);
    primary.tell('SIGTERM');
    expect(await primary.exit()).toBe(0);
    await running;
    expect(primary.events).toEqual(['booting', 'booting', 'SIGTERM', 'SIGTERM']);
    expect([primary.errors, primary.exits]).toEqual(['', [0]]);
  },
  patience,
);

test(
  'a signal that comes just as a successor serves reaches the worker in whose place it is, and no other follows',
  async () => {
    workersSuffer('waits to close');
    await primary.run({ workers: 1 });
    primary.tell('SIGHUP');
    await primary.seen('serves', 2);
    primary.tell('SIGINT');
    await primary.seen('closing', 2);
    for (const worker of workers()) worker.send('go on');
    expect(await primary.exit()).toBe(0);
    expect(primary.events.slice(4)).toEqual(['closing', 'closing', 'code 0', 'code 0']);
  },
  patience,
);

test(
  'once it ends, nothing is reloaded',
  async () => {
    await primary.run({ workers: 1 });
    primary.tell('SIGTERM');
    await primary.exit();
    primary.tell('SIGHUP');
    expect([workers(), primary.output.includes(' replaced.')]).toEqual([[], false]);
  },
  patience,
);
