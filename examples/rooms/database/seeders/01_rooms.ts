import type { Seeder } from '@taproot/database';
import '../../app/rooms/room.ts';

/** Rows for development and tests. It may run more than once. */
export const seed: Seeder = async (db) => {
  const rooms = [
    { name: 'Library', seats: 6, price: '15.00' },
    { name: 'Orangery', seats: 24, price: '42.50' },
    { name: 'Studio', seats: 2, price: '9.90' },
  ];
  for (const room of rooms) {
    await db.deleteFrom('rooms').where('name', '=', room.name).execute();
    await db.insertInto('rooms').values(room).execute();
  }
};
