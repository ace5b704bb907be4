import type { ConnectionConfig } from '@taproot/database';
import type { Queue } from '@taproot/queue';
import { withFolder } from '../../database/support/application.ts';
import type { Engine } from '../../database/support/engines.ts';
import { withOwnDatabase } from '../../database/support/own-database.ts';
import { jobs } from '../fixtures/kill-app.ts';
import { type Booted, boot } from './application.ts';
import { endWorkers } from './workers.ts';

/** A queue in a database of the test's own, on which workers in processes of their own work. */
export interface Scene {
  readonly booted: Booted;
  readonly queue: Queue;
  readonly connection: ConnectionConfig;
  /** The numbers in a table. */
  readonly numbers: (table: 'runs' | 'effects') => Promise<readonly unknown[]>;
  /** Resolves once no job waits or runs. */
  readonly empty: () => Promise<void>;
}

/** Calls the work with a scene, and ends it with its workers. */
export const withScene = (engine: Engine, work: (scene: Scene) => Promise<void>): Promise<void> =>
  withFolder((folder) =>
    withOwnDatabase(engine, folder, async (connection) => {
      const booted = await boot({ connection, jobs });
      const { db } = booted;
      for (const table of ['runs', 'effects']) await db.schema.createTable(table).addColumn('n', 'integer').execute();
      const queue = booted.app.facades.Queue();
      const numbers: Scene['numbers'] = async (table) =>
        (await db.selectFrom(table).select('n').orderBy('n').execute()).map(({ n }) => n);
      const empty = async (): Promise<void> => {
        while ((await queue.counts()).some(({ waiting, running }) => waiting + running > 0));
      };
      try {
        await work({ booted, queue, connection, numbers, empty });
      } finally {
        await endWorkers();
        await booted.app.close();
      }
    }),
  );
