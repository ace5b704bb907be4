import assert from 'node:assert/strict';
import type { HeldJob, NewJob, QueueEngine, TakenJob } from '../engine.ts';
import { jobId } from '../job-id.ts';

/** How the cases open an engine. */
export interface EngineConformanceOptions {
  /** Opens an engine that has no jobs. Each case closes it. */
  readonly open: () => Promise<QueueEngine>;
}

/** One case: a sentence, and a function that rejects if the engine does not hold it. */
export interface EngineCase {
  /** A sentence that says what the engine must do. */
  readonly name: string;
  /** Opens an engine, and rejects if it does not do that. */
  readonly run: () => Promise<void>;
}

const made = (more: Partial<NewJob> = {}): NewJob => ({
  id: jobId(),
  name: 'note',
  queue: 'default',
  level: 1,
  payload: '{"n":1}',
  delay: 0,
  attempts: 3,
  uniqueKey: null,
  uniqueUntilStart: false,
  origin: null,
  ...more,
});

const long = 60_000;

/** Leases that end at once. */
const short = 1;

const take = (engine: QueueEngine, limit = 10, lease = long, queues = ['default']): Promise<readonly TakenJob[]> =>
  engine.take({ queues, limit, lease });

/** Takes until there is a job: leases and delays end on the clock of the engine. */
const untilTaken = async (engine: QueueEngine, lease = long): Promise<TakenJob> => {
  for (let i = 0; i < 100_000; i++) {
    const [first] = await take(engine, 1, lease);
    if (first !== undefined) return first;
  }
  throw new Error('No job was taken.');
};

const one = async (engine: QueueEngine, lease = long): Promise<TakenJob> => {
  const [first] = await take(engine, 1, lease);
  assert.ok(first !== undefined, 'A job that may begin was not taken.');
  return first;
};

const entry = { attempt: 1, at: 1, error: 'Error: no' };

const cases: Readonly<Record<string, (engine: QueueEngine) => Promise<void>>> = {
  'a job is taken as it was added': async (engine) => {
    const origin = { requestId: 'r', trace: { traceparent: '00-1-2-01' }, locale: 'de', user: '7' };
    const job = made({ payload: '{"text":"é\\u0000\u{1F600}"}', origin });
    assert.deepEqual(await engine.add([job], null), [job.id]);
    const taken = await one(engine);
    assert.deepEqual(
      { ...taken, token: '' },
      {
        id: job.id,
        queue: 'default',
        token: '',
        name: 'note',
        payload: job.payload,
        attempt: 1,
        attempts: 3,
        history: [],
        vanished: false,
        origin,
      },
    );
  },
  'jobs of one priority are taken in their order, and never more than asked for': async (engine) => {
    const jobs = Array.from({ length: 250 }, (_, n) => made({ payload: `{"n":${n}}` }));
    assert.equal((await engine.add(jobs, null)).length, 250);
    const seen: string[] = [];
    for (let some = await take(engine, 40); some.length > 0; some = await take(engine, 40)) {
      assert.ok(some.length <= 40);
      // The order within one answer is free.
      seen.push(...some.map(({ payload }) => payload).toSorted());
    }
    assert.deepEqual(seen.toSorted(), jobs.map(({ payload }) => payload).toSorted());
  },
  'a higher priority goes first, then the order of the queues': async (engine) => {
    await engine.add([made({ level: 2, payload: '2' })], null);
    await engine.add([made({ level: 0, payload: '0' })], null);
    await engine.add([made({ queue: 'other', level: 0, payload: 'other' })], null);
    await engine.add([made({ level: 1, payload: '1' })], null);
    const seen: string[] = [];
    for (let i = 0; i < 4; i++) seen.push((await take(engine, 1, long, ['default', 'other']))[0]?.payload ?? '');
    assert.deepEqual(seen, ['0', '1', '2', 'other']);
  },
  'a queue that nobody asks for keeps its jobs': async (engine) => {
    await engine.add([made({ queue: 'other' })], null);
    assert.equal((await take(engine)).length, 0);
    assert.equal((await take(engine, 1, long, ['other'])).length, 1);
  },
  'a delayed job waits for its time': async (engine) => {
    await engine.add([made({ delay: 3_600_000 })], null);
    assert.equal((await take(engine)).length, 0);
    await engine.add([made({ delay: 20, payload: '"soon"' })], null);
    assert.equal((await untilTaken(engine)).payload, '"soon"');
  },
  'of many workers, one gets each job': async (engine) => {
    const jobs = Array.from({ length: 60 }, () => made());
    await engine.add(jobs, null);
    const taken = await Promise.all(Array.from({ length: 20 }, () => take(engine, 5)));
    const ids = taken.flat().map(({ id }) => id);
    assert.equal(new Set(ids).size, ids.length);
    while (ids.length < 60) ids.push((await one(engine)).id);
    assert.equal(new Set(ids).size, 60);
  },
  'a job that is done is gone': async (engine) => {
    const [a, b] = [made(), made()];
    await engine.add([a, b], null);
    const taken = await take(engine);
    assert.deepEqual([...(await engine.done(taken))].toSorted(), [a.id, b.id].toSorted());
    assert.deepEqual(await engine.done(taken), []);
    assert.deepEqual(await engine.counts(), []);
  },
  'a lease that ends gives the job to another worker, and takes it from the first one': async (engine) => {
    await engine.add([made()], null);
    const first = await one(engine);
    assert.equal(await engine.begin(first), true);
    assert.deepEqual(await engine.renew([first], short), [first.id]);
    const second = await untilTaken(engine);
    assert.equal(second.id, first.id);
    assert.deepEqual([second.attempt, second.vanished], [2, true]);
    assert.deepEqual(
      second.history.map(({ attempt }) => attempt),
      [1],
    );
    assert.equal(await engine.begin(first), false);
    assert.deepEqual(await engine.done([first]), []);
    assert.equal(await engine.retry(first, 0, []), false);
    assert.equal(await engine.fail(first, []), false);
    assert.equal(await engine.release(first), false);
    assert.deepEqual(await engine.renew([first, second], long), [second.id]);
    assert.deepEqual(await engine.done([second]), [second.id]);
  },
  'a job that was taken and has not begun loses no attempt': async (engine) => {
    await engine.add([made()], null);
    await one(engine, short);
    const { attempt, history, vanished } = await untilTaken(engine);
    assert.deepEqual([attempt, history, vanished], [1, [], false]);
  },
  'a lease that is renewed is kept': async (engine) => {
    await engine.add([made()], null);
    const first = await one(engine, 2000);
    assert.deepEqual(await engine.renew([first], long), [first.id]);
    assert.equal((await take(engine)).length, 0);
    assert.deepEqual(await engine.done([first]), [first.id]);
  },
  'a retry waits, keeps the history, and counts': async (engine) => {
    await engine.add([made()], null);
    const first = await one(engine);
    await engine.begin(first);
    assert.equal(await engine.retry(first, 20, [entry]), true);
    const second = await untilTaken(engine);
    assert.deepEqual([second.attempt, second.history, second.vanished], [2, [entry], false]);
    assert.deepEqual(await engine.done([first]), []);
  },
  'a job that is given back does not count as tried': async (engine) => {
    await engine.add([made()], null);
    const begun = await one(engine);
    await engine.begin(begun);
    assert.equal(await engine.release(begun), true);
    const again = await untilTaken(engine);
    assert.deepEqual([again.attempt, again.vanished], [1, false]);
    assert.equal(await engine.release(again), true);
    assert.equal((await untilTaken(engine)).attempt, 1);
  },
  'a failed job waits for a person': async (engine) => {
    const job = made();
    await engine.add([job], null);
    assert.equal(await engine.fail(await one(engine), [entry]), true);
    assert.equal((await take(engine)).length, 0);
    const [failed] = await engine.failed(10);
    assert.deepEqual(
      [failed?.id, failed?.name, failed?.payload, failed?.history],
      [job.id, 'note', job.payload, [entry]],
    );
    assert.equal(await engine.retryFailed('00000000-0000-7000-8000-000000000000'), 0);
    assert.equal(await engine.retryFailed(job.id), 1);
    assert.equal((await untilTaken(engine)).attempt, 1);
  },
  'failed jobs can be removed': async (engine) => {
    await engine.add([made(), made(), made()], null);
    for (const job of await take(engine)) await engine.fail(job, [entry]);
    const [first] = await engine.failed(1);
    assert.equal(await engine.forget(first?.id ?? ''), 1);
    assert.equal(await engine.forget(null), 2);
    assert.deepEqual(await engine.failed(10), []);
  },
  'of jobs with one unique key, one waits or runs': async (engine) => {
    const unique = (): NewJob => made({ uniqueKey: 'a'.repeat(64) });
    const first = unique();
    const added = await Promise.all(
      Array.from({ length: 8 }, (_, i) => engine.add([i === 0 ? first : unique()], null)),
    );
    assert.equal(added.flat().length, 1);
    const running = await one(engine);
    assert.deepEqual(await engine.add([unique()], null), []);
    await engine.done([running]);
    assert.equal((await engine.add([unique()], null)).length, 1);
    const failing = await one(engine);
    await engine.fail(failing, [entry]);
    assert.equal((await engine.add([unique()], null)).length, 1);
  },
  'a key until the start is free once the job begins': async (engine) => {
    const unique = (): NewJob => made({ uniqueKey: 'b'.repeat(64), uniqueUntilStart: true });
    await engine.add([unique()], null);
    assert.deepEqual(await engine.add([unique()], null), []);
    await one(engine);
    assert.equal((await engine.add([unique()], null)).length, 1);
  },
  'a lost job keeps its key': async (engine) => {
    const unique = (): NewJob => made({ uniqueKey: 'c'.repeat(64) });
    await engine.add([unique()], null);
    await one(engine, short);
    const held: HeldJob = await untilTaken(engine);
    assert.deepEqual(await engine.add([unique()], null), []);
    await engine.done([held]);
    assert.equal((await engine.add([unique()], null)).length, 1);
  },
  'a paused queue keeps its jobs': async (engine) => {
    await engine.add([made()], null);
    await engine.pause('default', true);
    await engine.pause('default', true);
    assert.equal((await take(engine)).length, 0);
    const [counts] = await engine.counts();
    assert.deepEqual([counts?.waiting, counts?.paused], [1, true]);
    await engine.pause('default', false);
    assert.equal((await untilTaken(engine)).attempt, 1);
  },
  'a queue with a limit gives no more than that, and jobs of other queues go on': async (engine) => {
    await engine.add([...Array.from({ length: 20 }, () => made()), made({ queue: 'other' })], null);
    const rates = { default: 20 };
    const begun = performance.now();
    const options = { queues: ['default', 'other'], limit: 10, lease: long, rates };
    const first = await engine.take(options);
    assert.deepEqual(first.map(({ queue }) => queue).toSorted(), ['default', 'default', 'other']);
    let taken = 2;
    while (taken < 6) taken += (await engine.take(options)).length;
    const most = 2 + (20 * (performance.now() - begun)) / 1000;
    assert.ok(taken <= most + 1, `${taken} jobs were taken where ${most} are allowed.`);
  },
  'jobs are counted': async (engine) => {
    await engine.add([made(), made(), made(), made({ queue: 'other' })], null);
    const [running, failing] = await take(engine, 2);
    assert.ok(running !== undefined && failing !== undefined);
    await engine.fail(failing, [entry]);
    assert.deepEqual(await engine.counts(), [
      { queue: 'default', waiting: 1, running: 1, failed: 1, paused: false },
      { queue: 'other', waiting: 1, running: 0, failed: 0, paused: false },
    ]);
  },
  'its check passes': (engine) => engine.check(),
};

/**
 * The cases that every engine of the queue must pass.
 *
 * @example for (const { name, run } of engineConformance({ open: () => openNats() })) test(name, run)
 */
export const engineConformance = ({ open }: EngineConformanceOptions): readonly EngineCase[] =>
  Object.entries(cases).map(([name, check]) => ({
    name,
    run: async () => {
      const engine = await open();
      try {
        await check(engine);
      } finally {
        await engine.close();
      }
    },
  }));
