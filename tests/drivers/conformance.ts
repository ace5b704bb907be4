import { afterAll, afterEach, beforeAll, describe } from '@jest/globals';
import type { Application } from '@taproot/core';
import { addresses } from './conformance/addresses.ts';
import { answers } from './conformance/answers.ts';
import { application } from './conformance/application.ts';
import { bodies } from './conformance/bodies.ts';
import { constraints } from './conformance/constraints.ts';
import { discarded } from './conformance/discarded.ts';
import { files } from './conformance/files.ts';
import { guards } from './conformance/guards.ts';
import { plugins } from './conformance/plugins.ts';
import { replies } from './conformance/replies.ts';
import { routes } from './conformance/routes.ts';
import { streams } from './conformance/streams.ts';
import { type Opened, Suite } from './conformance/suite.ts';
import { web } from './conformance/web.ts';
import { wire } from './conformance/wire.ts';

/** What tells one run of the suite from another of the same driver. */
export interface ConformanceVariant {
  readonly title?: string;
  /** Taps the driver's native instance. */
  readonly apply?: (app: Application) => void;
}

/** The behaviour every driver has, over sockets and in process. */
export const conformance = (
  driver: string,
  { title = `the ${driver} driver`, apply = () => undefined }: ConformanceVariant = {},
): void => {
  describe(title, () => {
    describe('answers', () => {
      const suite = new Suite(driver, apply);
      let served: Opened;
      beforeAll(async () => {
        served = await suite.open(routes);
      });
      afterAll(() => suite.close());
      answers(() => served, suite.reported);
    });

    const suite = new Suite(driver, apply);
    afterEach(() => suite.close());
    describe('addresses', () => addresses(suite));
    describe('application', () => application(suite));
    describe('bodies', () => bodies(suite));
    describe('constraints', () => constraints(suite));
    describe('bodies that are not sent', () => discarded(suite));
    describe('files', () => files(suite));
    describe('guards', () => guards(suite));
    describe('plugins', () => plugins(suite));
    describe('replies', () => replies(suite));
    describe('streams', () => streams(suite));
    describe('web', () => web(suite));
    describe('wire', () => wire(suite));
  });
};
