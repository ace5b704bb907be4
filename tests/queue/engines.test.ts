import { afterEach, expect, test } from '@jest/globals';
import type { ConnectionConfig } from '@taproot/database';
import { job } from '@taproot/queue';
import { engineConformance } from '@taproot/queue/testing';
import { withFolder } from '../database/support/application.ts';
import { onEngines } from '../database/support/engines.ts';
import { withOwnDatabase } from '../database/support/own-database.ts';
import { boot, closeAll } from './support/application.ts';

afterEach(closeAll);

onEngines((engine) => {
  test(
    'passes the conformance suite',
    () =>
      withFolder((folder) =>
        withOwnDatabase(engine, folder, async (connection: ConnectionConfig) => {
          const { app, db } = await boot({ connection, jobs: [job({ name: 'note', handle: () => undefined })] });
          const failures: unknown[] = [];
          const open = async () => {
            for (const table of ['queue_jobs', 'queue_effects', 'queue_pauses', 'queue_rates'])
              await db.deleteFrom(table).execute();
            return app.facades.Queue().engine;
          };
          for (const { name, run } of engineConformance({ open }))
            await run().catch((error: unknown) => failures.push(`${name}: ${String(error)}`));
          await app.close();
          expect(failures).toEqual([]);
        }),
      ),
    60_000,
  );
});
