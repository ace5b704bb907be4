import { describe, expect, test } from '@jest/globals';
import { WindowTable } from '../../plugins/throttle/src/store/window-table.ts';

const minute = { points: 3, seconds: 60 };

/** A table on a clock that the test sets. */
const tableAt = (maxKeys = 1000) => {
  const clock = { now: 1000 };
  const full = { times: 0 };
  const table = new WindowTable({ maxKeys, now: () => clock.now, onFull: () => void full.times++ });
  return { clock, table, full };
};

const spend = (table: WindowTable, key: string, quota = minute): void => {
  for (let taken = 0; taken < quota.points; taken++) table.take(key, quota);
};

test('a window begins with its first point, and ends when its seconds are over', () => {
  const { clock, table } = tableAt();
  expect(table.take('a', minute)).toEqual({ allowed: true, remaining: 2, ends: 61_000 });
  clock.now = 30_000;
  spend(table, 'a');
  expect(table.take('a', minute)).toEqual({ allowed: false, remaining: 0, ends: 61_000 });
  clock.now = 60_999.9;
  expect(table.take('a', minute).allowed).toBe(false);
  clock.now = 61_000;
  expect(table.take('a', minute)).toEqual({ allowed: true, remaining: 2, ends: 121_000 });
});

test('bursts at the edge of a window admit the limit on each side of it', () => {
  const { clock, table } = tableAt();
  table.take('a', minute);
  const admitted = (at: number): number => {
    clock.now = at;
    return Array.from({ length: 10 }, () => table.take('a', minute)).filter(({ allowed }) => allowed).length;
  };
  expect([admitted(60_995), admitted(61_000), admitted(61_005)]).toEqual([2, 3, 0]);
});

test('a refused point is not counted, so what is given back is there to be taken', () => {
  const { table } = tableAt();
  spend(table, 'a');
  for (let refused = 0; refused < 5; refused++) table.take('a', minute);
  table.giveBack('a', minute);
  expect(table.take('a', minute)).toMatchObject({ allowed: true, remaining: 0 });
  expect(table.take('a', minute).allowed).toBe(false);
});

test('a point of a window that has ended is not given back to the next one', () => {
  const { clock, table } = tableAt();
  const { ends } = table.take('a', minute);
  clock.now = ends;
  spend(table, 'a');
  table.giveBack('a', minute, ends);
  expect(table.take('a', minute).allowed).toBe(false);
});

test('giving back to a key that has nothing makes no points', () => {
  const { table } = tableAt();
  table.giveBack('a', minute);
  table.giveBack('a', minute);
  spend(table, 'a');
  expect(table.take('a', minute).allowed).toBe(false);
});

test('other points on the same key go on from what was used', () => {
  const { table } = tableAt();
  spend(table, 'a');
  expect(table.take('a', { points: 10, seconds: 60 })).toMatchObject({ allowed: true, remaining: 6 });
  expect(table.take('a', minute)).toMatchObject({ allowed: false, remaining: 0 });
});

test('TH-07 a window of thirty days holds for thirty days', () => {
  const { clock, table } = tableAt();
  const month = { points: 2, seconds: 30 * 86_400 };
  spend(table, 'a', month);
  const end = 1000 + month.seconds * 1000;
  for (const later of [1002, 25 * 86_400_000, end - 1]) {
    clock.now = later;
    expect(table.take('a', month)).toEqual({ allowed: false, remaining: 0, ends: end });
  }
  clock.now = end;
  expect(table.take('a', month).allowed).toBe(true);
});

describe('a table that is full', () => {
  test('TH-08 keeps no more keys than it may', () => {
    const { table } = tableAt(100);
    for (let key = 0; key < 10_000; key++) table.take(`k${key}`, minute);
    expect(table.size).toBe(100);
  });

  test('TH-08 never forgets a key that is used up', () => {
    const { table } = tableAt(100);
    for (let key = 0; key < 50; key++) spend(table, `blocked${key}`);
    for (let key = 0; key < 10_000; key++) table.take(`k${key}`, minute);
    const free = Array.from({ length: 50 }, (_, key) => table.take(`blocked${key}`, minute)).filter(
      ({ allowed }) => allowed,
    );
    expect(free).toEqual([]);
  });

  test('forgets keys of one point before those with more', () => {
    const { table } = tableAt(100);
    table.take('almost', minute);
    table.take('almost', minute);
    for (let key = 0; key < 10_000; key++) table.take(`k${key}`, minute);
    expect(table.read('almost', minute).remaining).toBe(1);
  });

  test('of used-up keys alone lets new ones share a count, and says so', () => {
    const { clock, table, full } = tableAt(20);
    for (let key = 0; key < 20; key++) spend(table, `blocked${key}`);
    expect(full.times).toBe(0);
    const admitted = Array.from({ length: 10 }, (_, key) => table.take(`new${key}`, minute)).filter(
      ({ allowed }) => allowed,
    );
    expect(admitted).toHaveLength(3);
    expect(full.times).toBe(10);
    expect(table.size).toBe(20);
    clock.now += 60_000;
    expect(table.take('later', minute).remaining).toBe(2);
  });

  test('sweeps windows that have ended, without a timer', () => {
    const { clock, table } = tableAt(10_000);
    for (let key = 0; key < 1000; key++) spend(table, `old${key}`);
    clock.now += 60_000;
    for (let key = 0; key < 1000; key++) table.take(`new${key}`, minute);
    expect(table.size).toBeLessThanOrEqual(1001);
  });
});

test('TH-12 setting the wall clock neither ends a window nor prolongs it', () => {
  const realNow = Date.now;
  const table = new WindowTable({ maxKeys: 10 });
  spend(table, 'a');
  try {
    for (const shift of [3_600_000, -3_600_000]) {
      Date.now = () => realNow() + shift;
      const { allowed, ends } = table.take('a', minute);
      expect(allowed).toBe(false);
      expect(ends - performance.now()).toBeLessThanOrEqual(60_000);
    }
  } finally {
    Date.now = realNow;
  }
});
