import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import { type BroadcastConformanceOptions, type Got, type Process, Suite } from './suite.ts';

export type { BroadcastConformanceOptions, EngineServer } from './suite.ts';

/** One requirement of every engine. `run` rejects with an error that says how the engine differs. */
export interface BroadcastCase {
  /** The title of the test. */
  readonly name: string;
  /** Starts what it needs, checks the engine, and closes everything again. */
  readonly run: () => Promise<void>;
}

type Check = (suite: Suite) => Promise<void>;

const range = (first: number, last: number): number[] =>
  Array.from({ length: last - first + 1 }, (_, index) => first + index);

/** Events from `first` on: in order, each once, and `missed` wherever some are left out. Returns the number left out. */
const expectComplete = (got: readonly Got[], first: number): number => {
  let expected = first;
  let gaps = 0;
  for (const [index, one] of got.entries()) {
    if (one === 'missed') continue;
    assert.ok(one >= expected, `the event ${one} came twice, or after a later one`);
    if (one > expected)
      assert.equal(got[index - 1], 'missed', `the events ${expected} to ${one - 1} are lost in silence`);
    gaps += one - expected;
    expected = one + 1;
  }
  return gaps;
};

const eventually = async (holds: () => boolean, what: string): Promise<void> => {
  for (let wait = 0; !holds(); wait++) {
    assert.ok(wait < 3000, what);
    await pause(10);
  }
};

const quiet = (...processes: readonly Process[]): void => {
  for (const { reports } of processes)
    assert.deepEqual(
      reports.map(({ message }) => message),
      [],
      'something was reported',
    );
};

/** Cases for one process. */
const alone: readonly (readonly [name: string, check: Check])[] = [
  [
    'sends each event once and in order to every stream of its channel, and to no other',
    async (suite) => {
      const process = await suite.process();
      const [one, two, other] = [await process.listen(7), await process.listen(7), await process.listen(8)];
      await process.sendAll(7, 1, 300);
      await process.send(8, 301);
      for (const client of [one, two]) assert.deepEqual(await client.until(300), range(1, 300));
      assert.deepEqual(await other.until(301), [301]);
      quiet(process);
    },
  ],
  [
    'keeps names and data of all kinds as they were given',
    async (suite) => {
      const process = await suite.process();
      const room = 'a.b {c} ü\u2028" x';
      const client = await process.listen(encodeURIComponent(room));
      await process.send(room, 1, 60_000);
      assert.deepEqual(await client.until(1), [1]);
      quiet(process);
    },
  ],
  [
    'gives a client that comes back each event it missed, once',
    async (suite) => {
      const process = await suite.process();
      const away = await process.listen(7);
      await process.sendAll(7, 1, 10);
      assert.deepEqual(await away.until(10), range(1, 10));
      away.leave();
      await process.sendAll(8, 1, 50);
      await process.sendAll(7, 11, 400);
      const back = await process.listen(7, away.lastEventId);
      assert.deepEqual(await back.until(400), range(11, 400));
      await process.send(7, 401);
      assert.deepEqual(await back.until(401), [401]);
      quiet(process);
    },
  ],
  [
    'says "missed" to a client that comes back for events that are no longer kept',
    async (suite) => {
      const process = await suite.process({ max_history: 10 });
      const away = await process.listen(7);
      await process.send(7, 1);
      assert.deepEqual(await away.until(1), [1]);
      away.leave();
      await process.sendAll(7, 2, 100);
      const back = await process.listen(7, away.lastEventId);
      const got = await back.until(100);
      assert.equal(got[0], 'missed');
      assert.ok(expectComplete(got, 2) > 0);
    },
  ],
  [
    'says "missed" to a client that reads too slowly for the events that are kept',
    async (suite) => {
      const process = await suite.process({ max_history: 20, max_buffer: 4 });
      const slow = await process.listen(7);
      // The first ones fill the buffers between the two.
      for (let id = 1; id <= 400; id++) await process.send(7, id, 60_000);
      const got = await slow.until(400);
      assert.ok(expectComplete(got, 1) > 0, 'the case is too easy for this machine');
    },
  ],
  [
    'ends its streams when the application closes',
    async (suite) => {
      const process = await suite.process();
      const client = await process.listen(7);
      await process.send(7, 1);
      assert.deepEqual(await client.until(1), [1]);
      await process.close();
      assert.equal(await client.next(), null);
      quiet(process);
    },
  ],
];

/** Cases for several processes, and for a server that fails. */
const shared: readonly (readonly [name: string, check: Check])[] = [
  [
    'sends each event once to the streams of every process, in one order',
    async (suite) => {
      const [one, two] = [await suite.process(), await suite.process()];
      const clients = [await one.listen(7), await two.listen(7)];
      await Promise.all([one.sendAll(7, 1, 500), two.sendAll(7, 501, 1000)]);
      await one.send(7, 1001);
      const orders: Got[][] = [];
      for (const client of clients) orders.push(await client.until(1001));
      assert.deepEqual(orders[1], orders[0], 'two processes have different orders');
      const [got = []] = orders;
      assert.deepEqual(
        got.filter((id) => Number(id) <= 500),
        range(1, 500),
      );
      assert.deepEqual(
        got.filter((id) => Number(id) > 500),
        range(501, 1001),
      );
      quiet(one, two);
    },
  ],
  [
    'gives a client that comes back to another process each event it missed, once',
    async (suite) => {
      const [one, two] = [await suite.process(), await suite.process()];
      const away = await one.listen(7);
      await two.sendAll(7, 1, 10);
      assert.deepEqual(await away.until(10), range(1, 10));
      away.leave();
      await one.sendAll(7, 11, 200);
      const late = await suite.process();
      for (const process of [two, late])
        assert.deepEqual(await (await process.listen(7, away.lastEventId)).until(200), range(11, 200));
      quiet(one, two, late);
    },
  ],
  [
    'sends the events of eight shards to the streams of every process, each once',
    async (suite) => {
      const [one, two] = [await suite.process({ shards: 8 }), await suite.process({ shards: 8 })];
      const clients = await Promise.all(range(1, 20).map((room) => one.listen(room)));
      for (const room of range(1, 20)) await (room % 2 === 0 ? one : two).sendAll(room, 1, 30);
      for (const client of clients) assert.deepEqual(await client.until(30), range(1, 30));
      quiet(one, two);
    },
  ],
  [
    'says "missed" to every stream of a process that was cut off while 5,000 events passed, and reports how many',
    async (suite) => {
      const way = await suite.way();
      const [near, far] = [await suite.process(), await suite.process({}, way)];
      const clients = [await far.listen(7), await far.listen(7)];
      const away = await far.listen(7);
      await near.send(7, 1);
      for (const client of [...clients, away]) assert.deepEqual(await client.until(1), [1]);
      away.leave();
      way.cut();
      await near.sendAll(7, 2, 5001);
      way.mend();
      let left = 0;
      for (const client of clients) {
        const got = await client.until(5001);
        assert.deepEqual(
          got.filter((one) => one === 'missed'),
          ['missed'],
          '"missed" did not come once',
        );
        left = expectComplete(got, 2);
        assert.ok(left > 3000, 'more events came than are kept');
      }
      const back = await far.listen(7, away.lastEventId);
      assert.ok(expectComplete(await back.until(5001), 2) > 3000);
      const [message = ''] = far.told('E_BROADCAST_MISSED');
      assert.ok(message.startsWith(`This process missed ${left} events of broadcasts`), message);
      quiet(near);
    },
  ],
  [
    'sends each event once to a process that was cut off for a moment',
    async (suite) => {
      const way = await suite.way();
      const [near, far] = [await suite.process(), await suite.process({ max_buffer: 8 }, way)];
      const client = await far.listen(7);
      await near.send(7, 1);
      assert.deepEqual(await client.until(1), [1]);
      way.cut();
      await near.sendAll(7, 2, 900);
      way.mend();
      assert.deepEqual(await client.until(900), range(2, 900));
      assert.deepEqual(far.told('E_BROADCAST_MISSED'), []);
    },
  ],
  [
    'loses no event of a process whose connection was silent while entries were removed',
    async (suite) => {
      const way = await suite.way();
      const [near, far] = [await suite.process({ max_history: 50 }), await suite.process({ max_history: 50 }, way)];
      const client = await far.listen(7);
      await near.send(7, 1);
      assert.deepEqual(await client.until(1), [1]);
      way.freeze();
      await near.sendAll(7, 2, 2000, 4000);
      way.thaw();
      await near.send(7, 2001);
      expectComplete(await client.until(2001), 2);
      quiet(near);
    },
  ],
  [
    'holds the events of a process that is cut off, and sends each once and in order',
    async (suite) => {
      const way = await suite.way();
      const [near, far] = [await suite.process(), await suite.process({}, way)];
      const client = await near.listen(7);
      await far.send(7, 1);
      assert.deepEqual(await client.until(1), [1]);
      way.cut();
      for (const id of range(2, 50)) await far.send(7, id);
      way.mend();
      assert.deepEqual(await client.until(50), range(2, 50));
      assert.equal(far.told('E_BROADCAST_OUTAGE').length, 1);
      quiet(near);
    },
  ],
  [
    'says how many events a process dropped that was cut off and held too many',
    async (suite) => {
      const way = await suite.way();
      const [near, far] = [await suite.process({ max_history: 3 }), await suite.process({ max_history: 3 }, way)];
      const clients = [await near.listen(7), await far.listen(7)];
      await far.send(7, 1);
      for (const client of clients) assert.deepEqual(await client.until(1), [1]);
      way.cut();
      await eventually(() => far.told('E_BROADCAST_OUTAGE').length > 0, 'the outage was not reported');
      for (const id of range(2, 11)) await far.send(7, id);
      way.mend();
      for (const client of clients)
        assert.ok(expectComplete(await client.until(11), 2) > 0, 'more events came than are held');
    },
  ],
  [
    'says "missed" at once when the server has lost its data, although no event follows',
    async (suite) => {
      const way = await suite.way();
      const [near, far] = [await suite.process(), await suite.process({}, way)];
      const client = await far.listen(7);
      await near.send(7, 1);
      assert.deepEqual(await client.until(1), [1]);
      way.cut();
      await (await suite.server()).wipe();
      way.mend();
      assert.equal(await client.next(), 'missed');
      const back = await near.listen(7, client.lastEventId);
      await near.send(7, 2);
      assert.deepEqual(await back.until(2), ['missed', 2]);
      assert.deepEqual(await client.until(2), [2]);
    },
  ],
  [
    'goes on after its server was restarted: each event once, or "missed"',
    async (suite) => {
      const [one, two] = [await suite.process(), await suite.process()];
      const client = await two.listen(7);
      await one.sendAll(7, 1, 100);
      assert.deepEqual(await client.until(100), range(1, 100));
      const sending = one.sendAll(7, 101, 600);
      await (await suite.server()).restart();
      await sending;
      await one.send(7, 601);
      expectComplete(await client.until(601), 101);
      await two.send(7, 602);
      assert.deepEqual(await client.until(602), [602]);
    },
  ],
  [
    'has sent every event when its application has closed',
    async (suite) => {
      const [near, far] = [await suite.process(), await suite.process()];
      const client = await near.listen(7);
      const sending = far.sendAll(7, 1, 100);
      await far.close();
      await sending;
      assert.deepEqual(await client.until(100), range(1, 100));
      quiet(near, far);
    },
  ],
];

/**
 * The requirements of every engine of broadcasts, by name, for any test runner. `store` is its name in `broadcast.store`.
 * @example for (const { name, run } of broadcastConformance('kafka', { plugins: () => [kafka()], server, config })) test(name, run)
 */
export const broadcastConformance = (store: string, options: BroadcastConformanceOptions = {}): BroadcastCase[] =>
  [...alone, ...(options.server === undefined ? [] : shared)].map(([name, check]) => ({
    name,
    run: async () => {
      const suite = new Suite(store, options);
      try {
        await check(suite);
      } finally {
        await suite.close();
      }
    },
  }));
