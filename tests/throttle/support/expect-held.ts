import { expect } from '@jest/globals';
import { type Outage, watched } from './outage.ts';

/** Milliseconds: the most of a decision at the 99th percentile, and of the way back. */
const [decision, back] = [150, 5000];

/**
 * What every outage must show: no failure, quick decisions, one report, and the way back. What a machine that stood still
 * takes in one of three outages is no fault of the limiter's; what the limiter takes, it takes in each.
 */
export const expectHeld = async (outage: () => Promise<Outage>): Promise<Outage> => {
  for (let turn = 1; ; turn++) {
    const seen = await outage();
    expect(seen).toMatchObject({ failed: 0, degraded: true, reports: 1 });
    expect(seen.back).toBeLessThanOrEqual(back);
    // One window of the store, and one of this process.
    expect(seen.admitted).toBeLessThanOrEqual(2 * watched.points);
    if (turn === 3) expect(seen.p99).toBeLessThanOrEqual(decision);
    if (seen.p99 <= decision) return seen;
  }
};
