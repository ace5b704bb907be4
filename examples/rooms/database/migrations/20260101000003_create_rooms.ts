import { decimal, increments, type MigrationDb, timestamps } from '@taproot/database';

export const up = async (db: MigrationDb): Promise<void> => {
  await db.schema
    .createTable('rooms')
    .addColumn('id', increments())
    .addColumn('name', 'varchar(80)', (name) => name.notNull().unique())
    .addColumn('seats', 'integer', (seats) => seats.notNull())
    .addColumn('price', decimal(10, 2), (price) => price.notNull())
    .addColumn('photo', 'varchar(80)')
    .$call(timestamps)
    .execute();
};

export const down = async (db: MigrationDb): Promise<void> => {
  await db.schema.dropTable('rooms').execute();
};
