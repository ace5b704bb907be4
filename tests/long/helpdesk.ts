import { runOnEachPair } from './support/example-pairs.ts';

/** The tests of examples/helpdesk on each database with each HTTP driver. */
export const run = (): Promise<readonly string[]> => runOnEachPair('helpdesk');
