import { increments, type MigrationDb, timestamp } from '@taproot/database';

export const up = async (db: MigrationDb): Promise<void> => {
  await db.schema
    .createTable('users')
    .addColumn('id', increments())
    .addColumn('name', 'varchar(80)', (name) => name.notNull())
    .addColumn('email', 'varchar(255)', (email) => email.notNull().unique())
    .addColumn('password', 'varchar(255)')
    .addColumn('created_at', timestamp(), (at) => at.notNull())
    .execute();
};

export const down = async (db: MigrationDb): Promise<void> => {
  await db.schema.dropTable('users').execute();
};
