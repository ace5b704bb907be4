import { expect } from '@jest/globals';
import { type Outage, watched } from './outage.ts';

/** Milliseconds: the most of a decision at the 99th percentile, and of the way back. */
const [decision, back] = [150, 5000];
// The store may have 80 of them before it is late.
const stall = decision - 80;

/**
 * What every outage must show: no failure, quick decisions, one report, and the way back. Where decisions took longer
 * while this process stood still, another outage is watched, twice at most: what the limiter takes, it takes in each.
 */
export const expectHeld = async (outage: () => Promise<Outage>): Promise<Outage> => {
  for (let turn = 1; ; turn++) {
    const seen = await outage();
    expect(seen).toMatchObject({ failed: 0, degraded: true, reports: 1 });
    expect(seen.back).toBeLessThan(back);
    // One window of the store, and one of this process.
    expect(seen.admitted).toBeLessThanOrEqual(2 * watched.points);
    if (turn === 3 || seen.stood < stall) expect(seen.p99).toBeLessThan(decision);
    if (seen.p99 < decision) return seen;
  }
};
