import { afterCommit, transaction } from '@taproot/database';
import { facades } from '../facades.ts';
import { sendInvoice } from '../invoices/send-invoice.ts';
import { writeInvoice } from '../invoices/write-invoice.ts';
import { roomEvents } from '../rooms/room-events.ts';
import type { Booking } from './booking.ts';

/** Cancels a booking and writes a credit over its invoice. A second call changes nothing. */
export const cancelBooking = ({ id, room_id, user_id, starts_at, ends_at }: Booking): Promise<void> =>
  transaction(facades.DB(), async (trx) => {
    const { numUpdatedRows } = await trx
      .updateTable('bookings')
      .set({ cancelled_at: new Date() })
      .where('id', '=', id)
      .where('cancelled_at', 'is', null)
      .executeTakeFirstOrThrow();
    if (numUpdatedRows === 0n) return;

    const { total } = await trx
      .selectFrom('invoices')
      .select('total')
      .where('booking_id', '=', id)
      .executeTakeFirstOrThrow();
    const credit = await writeInvoice(trx, { id, user_id }, -Math.round(Number(total) * 100));
    await afterCommit(trx, async () => {
      const room = roomEvents.of({ room: String(room_id) });
      await facades.Broadcast().send(room, 'cancelled', { booking: id, starts_at, ends_at });
      await sendInvoice(credit);
    });
  });
