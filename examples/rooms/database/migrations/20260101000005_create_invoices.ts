import { decimal, increments, type MigrationDb, timestamp, timestamps } from '@taproot/database';

export const up = async (db: MigrationDb): Promise<void> => {
  await db.schema
    .createTable('invoices')
    .addColumn('id', increments())
    .addColumn('number', 'varchar(20)', (number) => number.notNull().unique())
    .addColumn('booking_id', 'integer', (booking) => booking.notNull().references('bookings.id'))
    .addColumn('user_id', 'integer', (user) => user.notNull().references('users.id'))
    .addColumn('total', decimal(10, 2), (total) => total.notNull())
    .addColumn('issued_on', 'date', (issued) => issued.notNull())
    .addColumn('sent_at', timestamp())
    .$call(timestamps)
    .execute();
  await db.schema
    .createTable('counters')
    .addColumn('name', 'varchar(20)', (name) => name.primaryKey())
    .addColumn('value', 'integer', (value) => value.notNull())
    .execute();
  await db.insertInto('counters').values({ name: 'invoices', value: 0 }).execute();
};

export const down = async (db: MigrationDb): Promise<void> => {
  await db.schema.dropTable('counters').execute();
  await db.schema.dropTable('invoices').execute();
};
