import { increments, type MigrationDb, timestamps } from '@taproot/database';

export const up = async (db: MigrationDb): Promise<void> => {
  await db.schema
    .createTable('attachments')
    .addColumn('id', increments())
    .addColumn('ticket_id', 'integer', (id) => id.notNull().references('tickets.id'))
    .addColumn('reply_id', 'integer', (id) => id.references('replies.id'))
    .addColumn('name', 'varchar(255)', (name) => name.notNull())
    .addColumn('path', 'varchar(120)', (path) => path.notNull())
    .addColumn('size', 'integer', (size) => size.notNull())
    .$call(timestamps)
    .execute();
  await db.schema.createIndex('attachments_of_ticket').on('attachments').columns(['ticket_id', 'id']).execute();
};

export const down = async (db: MigrationDb): Promise<void> => {
  await db.schema.dropTable('attachments').execute();
};
