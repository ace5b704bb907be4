// A server of development migrates when a file appears, before its author has written a line.
const draft = `
// Remove this line when the migration is written. Until then it does not run.
export const draft = true;
`;

const table = (name: string): string => `import { increments, type MigrationDb, sql } from '@taproot/database';
${draft}
export const up = async (db: MigrationDb): Promise<void> => {
  await db.schema
    .createTable('${name}')
    .$call(increments(db))
    .addColumn('name', 'varchar(255)', (name) => name.notNull().unique())
    .addColumn('created_at', 'timestamp', (at) => at.notNull().defaultTo(sql\`current_timestamp\`))
    .execute();
};

export const down = async (db: MigrationDb): Promise<void> => {
  await db.schema.dropTable('${name}').execute();
};
`;

// Nothing in it runs: a name does not say what a column is.
const change = (name: string, column: string): string => `import type { MigrationDb } from '@taproot/database';
${draft}
export const up = async (_db: MigrationDb): Promise<void> => {
  // Rename _db to db and write the change, for example:
  // await db.schema.alterTable('${name}').addColumn('${column}', 'varchar(255)').execute();
};

export const down = async (_db: MigrationDb): Promise<void> => {
  // await db.schema.alterTable('${name}').dropColumn('${column}').execute();
};
`;

/** The text of a new migration: a table for `create_posts`, else a change that is left to write. */
export const migrationStub = (name: string): string => {
  const created = /^create_(.+?)(?:_table)?$/.exec(name)?.[1];
  if (created !== undefined) return table(created);
  const changed = /_(?:to|from|in|on)_(.+?)(?:_table)?$/.exec(name)?.[1] ?? 'posts';
  const column = /^(?:add|drop|remove)_(.+?)(?:_(?:to|from|in|on)_.+)?$/.exec(name)?.[1] ?? 'summary';
  return change(changed, column);
};
