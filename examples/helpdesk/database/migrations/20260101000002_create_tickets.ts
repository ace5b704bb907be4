import { increments, type MigrationDb, text, timestamps } from '@taproot/database';

export const up = async (db: MigrationDb): Promise<void> => {
  await db.schema
    .createTable('tickets')
    .addColumn('id', increments())
    .addColumn('organisation_id', 'integer', (id) => id.notNull().references('organisations.id'))
    .addColumn('customer_id', 'integer', (id) => id.notNull().references('users.id'))
    .addColumn('agent_id', 'integer', (id) => id.references('users.id'))
    .addColumn('subject', 'varchar(200)', (subject) => subject.notNull())
    .addColumn('status', 'varchar(10)', (status) => status.notNull().defaultTo('open'))
    .$call(timestamps)
    .execute();
  await db.schema
    .createIndex('tickets_of_organisation')
    .on('tickets')
    .columns(['organisation_id', 'status', 'id'])
    .execute();
  await db.schema
    .createTable('replies')
    .addColumn('id', increments())
    .addColumn('ticket_id', 'integer', (id) => id.notNull().references('tickets.id'))
    .addColumn('user_id', 'integer', (id) => id.notNull().references('users.id'))
    .addColumn('body', text(), (body) => body.notNull())
    .$call(timestamps)
    .execute();
};

export const down = async (db: MigrationDb): Promise<void> => {
  await db.schema.dropTable('replies').execute();
  await db.schema.dropTable('tickets').execute();
};
