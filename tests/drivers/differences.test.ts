import { expect, test } from '@jest/globals';
import { compareRouters } from './support/compare-routers.ts';
import { differential } from './support/differential.ts';

const seed = Number(process.env['SEED'] ?? 20261121);

test(`the Koa and the Fastify driver answer 100 generated requests alike (seed ${seed})`, async () => {
  const { differences, reported, statuses } = await differential(100, seed);
  expect(differences).toEqual([]);
  expect(reported.fastify).toEqual(reported.koa);
  // What is generated reaches successes, refusals and failures alike.
  for (const status of [200, 204, 400, 404, 405, 415, 500]) expect([...statuses.keys()]).toContain(status);
}, 60_000);

test('the search finds one of the routes whose expression fits, with what it captures, in random route tables', () => {
  const { tables, matches, differences } = compareRouters(50, 2026);
  expect(differences).toEqual([]);
  expect(matches).toBeGreaterThan(tables * 5);
});
