import { defineFactory } from '@taproot/database';
import '../../app/bookings/booking.ts';
import { roomFactory } from './room-factory.ts';
import { userFactory } from './user-factory.ts';

const hour = 3_600_000;

/** Rows of `bookings`, for tests and seeders. Each takes one hour; the first is tomorrow, the next a day later, and so on. */
export const bookingFactory = defineFactory('bookings', {
  row: ({ sequence }) => {
    const starts_at = new Date(Date.now() + sequence * 24 * hour);
    return { starts_at, ends_at: new Date(starts_at.getTime() + hour) };
  },
  parents: { room_id: roomFactory, user_id: userFactory },
  states: { begun: () => ({ starts_at: new Date(Date.now() - hour), ends_at: new Date(Date.now() + hour) }) },
});
