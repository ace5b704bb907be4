import { expect } from '@jest/globals';
import { type Outage, patience, watched } from './outage.ts';

/** Milliseconds, 20 times what the store may have: whoever waits for Redis itself waits longer. The figure is in tests/long. */
const decision = 20 * 80;

/** What every outage must show: no failure, decisions that do not wait for the store, one report, and the way back. */
export const expectHeld = async (outage: () => Promise<Outage>): Promise<Outage> => {
  const seen = await outage();
  expect(seen).toMatchObject({ failed: 0, degraded: true, reports: 1 });
  expect(seen.back).toBeLessThan(patience);
  // One window of the store, and one of this process.
  expect(seen.admitted).toBeLessThanOrEqual(2 * watched.points);
  expect(seen.p99).toBeLessThan(decision);
  return seen;
};
