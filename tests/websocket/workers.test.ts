import { describe, expect, test } from '@jest/globals';
import { loseWorker } from '../long/support/lost-worker.ts';
import { hasRedis } from '../throttle/support/services.ts';

const onRedis = (await hasRedis()) ? describe : describe.skip;

onRedis('clients over two workers and Redis, of which one is killed', () => {
  test('200 come back and get each event once; SIGTERM tells all 1001', async () => {
    const { lost, wrong, missed, codes, exit } = await loseWorker(200, 60);
    expect(lost).toBeGreaterThan(0);
    expect({ wrong, missed, codes, exit }).toEqual({ wrong: 0, missed: 0, codes: { 1001: 200 }, exit: 0 });
  }, 60_000);

  test('100 get 1001 from workers that SIGHUP replaces, come back and get each event once', async () => {
    const { lostCodes, wrong, missed, codes, exit } = await loseWorker(100, 60, 'SIGHUP');
    expect({ lostCodes, wrong, missed, codes, exit }).toEqual({
      lostCodes: { 1001: 100 },
      wrong: 0,
      missed: 0,
      codes: { 1001: 100 },
      exit: 0,
    });
  }, 60_000);
});
