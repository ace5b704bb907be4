import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import { FrameworkError } from '@taproot/core';
import { brokenApplications } from './support/broken-applications.ts';

const listening = (): number => process.getActiveResourcesInfo().filter((name) => name === 'TCPServerWrap').length;

test('there are thirty of them', () => {
  expect(Object.keys(brokenApplications)).toHaveLength(30);
});

test.each(Object.entries(brokenApplications))(
  '%s does not come up, and the error names it',
  async (_name, { names, boot }) => {
    const before = listening();
    const began = performance.now();
    const error: unknown = await boot().then(
      async (app) => {
        await app.close();
        return null;
      },
      (thrown: unknown) => thrown,
    );
    if (!(error instanceof FrameworkError)) throw new Error(`It was no error of ours: ${String(error)}`);
    expect(error.message).toMatch(names);
    expect(error.fix).toMatch(/\w/);
    expect(performance.now() - began).toBeLessThan(3000);
    // A socket that is closed is gone some turns later.
    while (listening() > before && performance.now() - began < 3000) await turn();
    expect(listening()).toBeLessThanOrEqual(before);
  },
);
