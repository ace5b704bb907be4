import { afterEach, expect, test } from '@jest/globals';
import { faultsOf, wreak } from './support/chaos.ts';
import { sqliteFile } from './support/own-servers.ts';
import { endWorkers } from './support/workers.ts';

afterEach(endWorkers);

test('workers are killed at random: no job is lost, and each effect happens once', async () => {
  const server = sqliteFile();
  try {
    const left = await wreak(server, { jobs: 200, kills: 6, workers: 2, seed: 7 });
    expect(faultsOf(left)).toEqual([]);
  } finally {
    await server.remove();
  }
}, 60_000);
