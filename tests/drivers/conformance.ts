import { afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import type { Application } from '@taproot/core';
import { type DriverConformanceOptions, driverConformance, Suite } from '@taproot/testing/conformance';
import { discarded } from './conformance/discarded.ts';
import { plugins } from './conformance/plugins.ts';
import { replies } from './conformance/replies.ts';
import { wire } from './conformance/wire.ts';

/** What tells one run of the suite from another of the same driver. */
export interface ConformanceVariant extends DriverConformanceOptions {
  readonly title?: string;
  /** Groups of the published suite that another run has checked. */
  readonly without?: readonly string[];
}

/** `npm run test:long -- devtools-unseen` runs the suites with every request recorded. */
const recorded = process.env['TAPROOT_DEVTOOLS'] === '1' ? await import('../support/watch-by-devtools.ts') : null;

/** The behaviour every driver has: the published suite, and what needs a clock or files of this process. */
export const conformance = (
  driver: string,
  { title = `the ${driver} driver`, without = [], ...given }: ConformanceVariant = {},
): void => {
  const { apply } = given;
  const both = (app: Application): void => {
    recorded?.watchByDevtools(app);
    apply?.(app);
  };
  const options = recorded === null ? given : { ...given, apply: both };
  describe(title, () => {
    for (const { name, run } of driverConformance(driver, options))
      if (!without.some((group) => name.startsWith(`${group}: `))) test(name, run);

    const suite = new Suite(driver, options);
    afterEach(() => suite.close());
    describe('bodies that are not sent', () => discarded(suite));
    describe('plugins', () => plugins(suite));
    describe('replies', () => replies(suite));
    describe('wire', () => wire(suite));

    if (recorded === null) return;
    // Most tests send one at least; the suite says nothing of devtools that record none.
    let before = 0;
    beforeAll(() => {
      before = recorded.recordedRequests();
    });
    test('its requests were recorded', () => expect(recorded.recordedRequests() - before).toBeGreaterThan(100));
  });
};
