import type { AuthUser } from '@taproot/auth';
import { ConflictError } from '@taproot/core';
import { afterCommit, insertGetId, now, transaction } from '@taproot/database';
import { facades } from '../facades.ts';
import { sendInvoice } from '../invoices/send-invoice.ts';
import { writeInvoice } from '../invoices/write-invoice.ts';
import type { Room } from '../rooms/room.ts';
import { roomEvents } from '../rooms/room-events.ts';
import type { Stay } from './booking.ts';
import { priceOf } from './price-of.ts';

/** Books a room and writes the invoice; 409 when the room is booked for a part of that time. Returns the id of the booking. */
export const bookRoom = (room: Room, user: AuthUser, { starts_at, ends_at }: Stay): Promise<number> =>
  transaction(facades.DB(), async (trx) => {
    // This locks the row on every engine, so bookings of one room take turns.
    await trx.updateTable('rooms').set({ updated_at: now() }).where('id', '=', room.id).execute();
    const taken = await trx
      .selectFrom('bookings')
      .select('id')
      .where('room_id', '=', room.id)
      .where('cancelled_at', 'is', null)
      .where('starts_at', '<', ends_at)
      .where('ends_at', '>', starts_at)
      .executeTakeFirst();
    if (taken !== undefined) throw new ConflictError('bookings.taken', { values: { room: room.name } });

    const booking = { room_id: room.id, user_id: user.id, starts_at, ends_at };
    const id = await insertGetId(trx, 'bookings', booking);
    const invoice = await writeInvoice(trx, { id, user_id: user.id }, priceOf(room, { starts_at, ends_at }));
    await afterCommit(trx, async () => {
      await facades
        .Broadcast()
        .send(roomEvents.of({ room: String(room.id) }), 'booked', { booking: id, starts_at, ends_at });
      await sendInvoice(invoice);
    });
    return id;
  });
