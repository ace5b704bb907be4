import { increments, type MigrationDb, timestamp, timestamps } from '@taproot/database';

export const up = async (db: MigrationDb): Promise<void> => {
  await db.schema
    .createTable('bookings')
    .addColumn('id', increments())
    .addColumn('room_id', 'integer', (room) => room.notNull().references('rooms.id'))
    .addColumn('user_id', 'integer', (user) => user.notNull().references('users.id'))
    .addColumn('starts_at', timestamp(), (at) => at.notNull())
    .addColumn('ends_at', timestamp(), (at) => at.notNull())
    .addColumn('cancelled_at', timestamp())
    .$call(timestamps)
    .execute();
  await db.schema.createIndex('bookings_of_room').on('bookings').columns(['room_id', 'starts_at']).execute();
};

export const down = async (db: MigrationDb): Promise<void> => {
  await db.schema.dropTable('bookings').execute();
};
