import { dropColumns, type MigrationDb } from '@taproot/database';

export const up = async (db: MigrationDb): Promise<void> => {
  // SQLite adds only one column in a statement.
  await db.schema
    .alterTable('users')
    .addColumn('role', 'varchar(10)', (role) => role.notNull().defaultTo('member'))
    .execute();
  await db.schema
    .alterTable('users')
    .addColumn('locale', 'varchar(10)', (locale) => locale.notNull().defaultTo('en'))
    .execute();
};

export const down = async (db: MigrationDb): Promise<void> => {
  await dropColumns(db, 'users', 'role', 'locale');
};
