import { expect } from '@jest/globals';
import { watched } from './outage.ts';
import type { Through } from './through-outage.ts';

/** What every outage must show: no failure, one report, the way back, and one window of the store and one of this process. */
export const expectHeld = (seen: Through): void => {
  expect(seen).toMatchObject({ failed: 0, degraded: true, reports: 1 });
  expect(seen.admitted).toBeGreaterThan(watched.points / 2);
  expect(seen.admitted).toBeLessThanOrEqual(2 * watched.points);
  expect(seen.refused).toBeGreaterThan(0);
};
