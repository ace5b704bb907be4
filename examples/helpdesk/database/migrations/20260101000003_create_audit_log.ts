import { increments, type MigrationDb, timestamps } from '@taproot/database';

export const up = async (db: MigrationDb): Promise<void> => {
  await db.schema
    .createTable('audit_log')
    .addColumn('id', increments())
    .addColumn('organisation_id', 'integer', (id) => id.notNull().references('organisations.id'))
    .addColumn('user_id', 'integer', (id) => id.references('users.id'))
    .addColumn('action', 'varchar(40)', (action) => action.notNull())
    .addColumn('ticket_id', 'integer', (id) => id.references('tickets.id'))
    .$call(timestamps)
    .execute();
};

export const down = async (db: MigrationDb): Promise<void> => {
  await db.schema.dropTable('audit_log').execute();
};
