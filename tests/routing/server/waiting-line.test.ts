import { describe, expect, test } from '@jest/globals';
import { type Waiting, WaitingLine } from '../../../plugins/routing/src/server/waiting-line.ts';

class Work implements Waiting {
  isGone = false;
  isRefused = false;
  readonly name: number;

  constructor(name: number) {
    this.name = name;
  }

  refuse(): void {
    this.isRefused = true;
  }
}

/** A line whose oldest work may wait for 100 ms, with one new work at each of the given times. */
const lineWith = (times: readonly number[], refuses = true) => {
  const line = new WaitingLine<Work>(100, refuses);
  const works = times.map((time) => {
    const work = new Work(time);
    line.add(work, time);
    return work;
  });
  return { line, works };
};

describe('a waiting line', () => {
  test('keeps the order of arrival while nothing waits long', () => {
    const { line } = lineWith([0, 1, 2]);
    expect([line.take(10), line.take(20), line.take(30)].map((work) => work?.name)).toEqual([0, 1, 2]);
    expect(line.take(40)).toBeNull();
  });

  test('passes over work whose client has left', () => {
    const { line, works } = lineWith([0, 1, 2]);
    for (const work of works.slice(0, 2)) work.isGone = true;
    expect(line.take(10)?.name).toBe(2);
    expect(line.abandoned).toBe(2);
  });

  test('is not overloaded by one long wait', () => {
    const { line, works } = lineWith([0, 1, 900]);
    expect(line.take(950)?.name).toBe(0);
    expect(line.take(951)?.name).toBe(1);
    // The oldest work now has waited for less than 100 ms.
    expect(line.take(952)?.name).toBe(900);
    expect(line.overloaded).toBe(false);
    expect(works.some(({ isRefused }) => isRefused)).toBe(false);
  });

  /** Adds work every 10 ms and takes one every 50 ms: five times as much as can be done. */
  const overload = (refuses: boolean, end: number) => {
    const { line } = lineWith([], refuses);
    const works: Work[] = [];
    const taken: { readonly work: Work; readonly waited: number }[] = [];
    for (let now = 0; now <= end; now += 10) {
      const work = new Work(now);
      works.push(work);
      line.add(work, now);
      if (now % 50 !== 0) continue;
      const next = line.take(now);
      if (next !== null) taken.push({ work: next, waited: now - next.name });
    }
    return { line, works, taken };
  };

  test('takes the newest and refuses the old once the oldest always waits too long', () => {
    const { line, works, taken } = overload(true, 3000);
    expect(line.overloaded).toBe(true);
    const late = taken.slice(-20);
    expect(late.map(({ waited }) => waited)).toEqual(late.map(() => 0));
    expect(works.filter(({ isRefused }) => isRefused).length).toBeGreaterThan(200);
    // Nothing is left that has waited for 40 ms.
    expect(line.size).toBeLessThanOrEqual(4);
    expect(taken.some(({ work }) => work.isRefused)).toBe(false);
  });

  test('does all of its work, or refuses it', () => {
    const { line, works, taken } = overload(true, 3000);
    expect(works.length).toBe(taken.length + works.filter(({ isRefused }) => isRefused).length + line.size);
  });

  test('is as before when it is empty', () => {
    const { line } = overload(true, 3000);
    while (line.take(3005) !== null);
    expect(line.take(3010)).toBeNull();
    expect(line.overloaded).toBe(false);
    const [first, second] = [new Work(1), new Work(2)];
    line.add(first, 3020);
    line.add(second, 3021);
    expect(line.take(3022)).toBe(first);
  });

  test('only counts when it must not refuse', () => {
    const { line, works, taken } = overload(false, 3000);
    expect(works.some(({ isRefused }) => isRefused)).toBe(false);
    expect(taken.map(({ work }) => work.name)).toEqual(taken.map((_, index) => index * 10));
    expect(line.late).toBeGreaterThan(10);
  });
});
