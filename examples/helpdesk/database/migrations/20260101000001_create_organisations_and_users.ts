import { increments, type MigrationDb, timestamp, timestamps } from '@taproot/database';

export const up = async (db: MigrationDb): Promise<void> => {
  await db.schema
    .createTable('organisations')
    .addColumn('id', increments())
    .addColumn('name', 'varchar(80)', (name) => name.notNull())
    .addColumn('slug', 'varchar(40)', (slug) => slug.notNull().unique())
    .addColumn('plan', 'varchar(10)', (plan) => plan.notNull().defaultTo('free'))
    .$call(timestamps)
    .execute();
  await db.schema
    .createTable('users')
    .addColumn('id', increments())
    .addColumn('organisation_id', 'integer', (id) => id.notNull().references('organisations.id'))
    .addColumn('name', 'varchar(80)', (name) => name.notNull())
    .addColumn('email', 'varchar(255)', (email) => email.notNull().unique())
    .addColumn('password', 'varchar(255)', (password) => password.notNull())
    .addColumn('role', 'varchar(10)', (role) => role.notNull())
    .addColumn('locale', 'varchar(10)', (locale) => locale.notNull().defaultTo('en'))
    .addColumn('confirmed_at', timestamp())
    .addColumn('created_at', timestamp(), (at) => at.notNull())
    .execute();
};

export const down = async (db: MigrationDb): Promise<void> => {
  await db.schema.dropTable('users').execute();
  await db.schema.dropTable('organisations').execute();
};
