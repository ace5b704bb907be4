import { facades } from '../facades.ts';
import type { Booking } from './booking.ts';

/** The booking with this id. */
export const findBooking = (id: string | number): Promise<Booking | undefined> =>
  facades.DB().selectFrom('bookings').selectAll().where('id', '=', Number(id)).executeTakeFirst();
