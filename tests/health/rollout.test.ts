import { expect, test } from '@jest/globals';
import { hasBalancer } from '../long/support/balancer.ts';
import { rollOut } from '../long/support/rollout.ts';

// Without HAProxy (apt-get install haproxy) the test is skipped, and its name says so.
const [behind, name] = hasBalancer()
  ? ([test, ''] as const)
  : ([test.skip, ' (skipped: HAProxy is not installed)'] as const);

behind(
  `servers behind HAProxy are replaced under load, and no request fails${name}`,
  async () => {
    const { requests, failed, processes } = await rollOut({ rounds: 1, requests: 500, clients: 8, drain: 2 });
    expect(failed).toEqual([]);
    expect(requests).toBeGreaterThanOrEqual(500);
    expect(processes).toBe(4);
  },
  120_000,
);
