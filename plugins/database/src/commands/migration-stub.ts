import type { DriverName } from '../config/read-url.ts';

const table = (name: string, driver: DriverName): string => `import { type MigrationDb, sql } from '@taproot/database';

export const up = async (db: MigrationDb): Promise<void> => {
  await db.schema
    .createTable('${name}')
    .addColumn('id', ${driver === 'pgsql' ? "'bigint', (id) => id.primaryKey().generatedByDefaultAsIdentity()" : "'integer', (id) => id.primaryKey().autoIncrement()"})
    .addColumn('name', 'varchar(255)', (name) => name.notNull().unique())
    .addColumn('created_at', 'timestamp', (at) => at.notNull().defaultTo(sql\`current_timestamp\`))
    .execute();
};

export const down = async (db: MigrationDb): Promise<void> => {
  await db.schema.dropTable('${name}').execute();
};
`;

const change = (name: string): string => `import type { MigrationDb } from '@taproot/database';

export const up = async (db: MigrationDb): Promise<void> => {
  await db.schema.alterTable('${name}').addColumn('summary', 'text').execute();
};

export const down = async (db: MigrationDb): Promise<void> => {
  await db.schema.alterTable('${name}').dropColumn('summary').execute();
};
`;

/** The text of a new migration: a table for `create_posts`, else a change, to `posts` for `add_summary_to_posts`. */
export const migrationStub = (name: string, driver: DriverName): string => {
  const created = /^create_(.+?)(?:_table)?$/.exec(name)?.[1];
  if (created !== undefined) return table(created, driver);
  return change(/_(?:to|from|in)_(.+?)(?:_table)?$/.exec(name)?.[1] ?? 'posts');
};
