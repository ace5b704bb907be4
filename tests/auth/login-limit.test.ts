import { afterEach, beforeEach, expect, test } from '@jest/globals';
import type { Application } from '@taproot/core';
import { http } from '@taproot/routing/testing';
import { boot } from '../../app-skeleton/bootstrap/app.ts';

let app: Application;

beforeEach(async () => {
  app = await boot({ env: { APP_ENV: 'testing' } });
});

afterEach(() => app.close());

test.each([
  ['guesses', '/api/login', 10],
  ['requests', '/api/posts', 60],
])(
  'in a generated application, %s from all addresses of one IPv6 network have one count',
  async (_what, path, points) => {
    const ask = async (address: string): Promise<number> => {
      const client = http(app).from(address);
      if (path === '/api/posts') return (await client.get(path)).status;
      return (await client.post(path, { email: 'ada@example.com', password: 'guess' })).status;
    };
    const statuses = new Set<number>();
    for (let host = 1; host <= points; host++) statuses.add(await ask(`2001:db8::${host.toString(16)}`));
    expect(statuses).not.toContain(429);
    expect(await ask('2001:db8::ffff')).toBe(429);
    expect(await ask('2001:db8:0:1::1')).not.toBe(429);
  },
);
