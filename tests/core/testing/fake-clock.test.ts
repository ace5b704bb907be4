import { expect, test } from '@jest/globals';
import { FakeClock } from '@taproot/core/testing';

test('it stands still until it is told to go on', async () => {
  const clock = new FakeClock(new Date('2026-03-01T00:00:00Z'));
  const { now } = clock;
  expect(now()).toBe(Date.UTC(2026, 2, 1));
  await clock.advance(1.5);
  expect(now()).toBe(Date.UTC(2026, 2, 1, 0, 0, 1, 500));
});

test('sleepers wake in order, each at its own time', async () => {
  const clock = new FakeClock(0);
  const woke: string[] = [];
  const sleeper = async (name: string, ...naps: number[]): Promise<void> => {
    for (const nap of naps) {
      await clock.sleep(nap);
      woke.push(`${name} ${clock.now()}`);
    }
  };
  void sleeper('b', 400);
  void sleeper('a', 300, 300);
  void sleeper('c', 1001);
  await clock.advance(1);
  expect(woke).toEqual(['a 300', 'b 400', 'a 600']);
});

test('it begins with the year 2026 unless it is told when', () => {
  expect(new Date(new FakeClock().now()).toISOString()).toBe('2026-01-01T00:00:00.000Z');
});
