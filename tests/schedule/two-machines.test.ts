import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from '@jest/globals';
import { boot, closeAll, freshTable } from './support/application.ts';
import { liveTogether } from './support/two-machines.ts';

afterEach(closeAll);

test('two processes on one database do each run once over a change of the clock', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'taproot-schedule-'));
  const connection = { driver: 'sqlite', path: join(folder, 'x.sqlite') } as const;
  const { app } = await boot({ connection });
  await freshTable(app);
  const lived = await liveTogether(connection, Date.UTC(2026, 2, 27), 4);
  expect(lived).toMatchObject({ missing: [], wrong: [], reports: [] });
  expect(lived.expected).toBeGreaterThan(300);
  await closeAll();
  await rm(folder, { recursive: true });
}, 60_000);
