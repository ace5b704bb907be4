import { describe, expect, test } from '@jest/globals';
import { loseMembers } from '../long/support/lost-members.ts';
import { loseWorker } from '../long/support/lost-worker.ts';
import { hasRedis } from '../throttle/support/services.ts';

const onRedis = (await hasRedis()) ? describe : describe.skip;

onRedis('clients over two workers and Redis, of which one is killed', () => {
  test('200 come back and get each event once; SIGTERM tells all 1001', async () => {
    const { lost, wrong, missed, codes, exit } = await loseWorker(200, 60);
    expect(lost).toBeGreaterThan(0);
    expect({ wrong, missed, codes, exit }).toEqual({ wrong: 0, missed: 0, codes: { 1001: 200 }, exit: 0 });
  }, 60_000);

  test('60 members of six rooms: lists have the living alone, then all again; nothing stays in Redis', async () => {
    const { lost, gone, ended: _, ...seen } = await loseMembers(60, 6, 3);
    expect(lost).toBeGreaterThan(0);
    expect(gone).toBeLessThan(Number.POSITIVE_INFINITY);
    const nothing = { stale: 0, partial: 0, unsure: 0, wrong: 0, missed: 0, kept: 0 };
    expect(seen).toEqual({ ...nothing, codes: { 1001: 60 }, exit: 0 });
  }, 120_000);
});
