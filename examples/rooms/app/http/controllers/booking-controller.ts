import type { Context, Response } from '@taproot/core';
import { cursorPaginate, cursorRules } from '@taproot/database';
import { bookRoom } from '../../bookings/book-room.ts';
import type { Booking } from '../../bookings/booking.ts';
import { cancelBooking } from '../../bookings/cancel-booking.ts';
import { findBooking } from '../../bookings/find-booking.ts';
import { facades } from '../../facades.ts';
import type { Room } from '../../rooms/room.ts';
import { requireUser } from '../../users/require-user.ts';
import { BookRoom } from '../requests/book-room.ts';

/** The bookings of the user. */
export class BookingController {
  /** The user's bookings, the latest first. */
  async index(ctx: Context) {
    const asked = await ctx.request().validated(cursorRules());
    const { id } = await requireUser(ctx);
    const bookings = facades.DB().selectFrom('bookings').selectAll().where('user_id', '=', id);
    return cursorPaginate(bookings, { by: { starts_at: 'desc', id: 'desc' }, ...asked, request: ctx.request() });
  }

  /** Books a room. */
  async store(ctx: Context, { room }: { room: Room }) {
    const { starts_at, ends_at } = await ctx.request().validated(BookRoom);
    const stay = { starts_at: new Date(starts_at), ends_at: new Date(ends_at) };
    const id = await bookRoom(room, await requireUser(ctx), stay);
    return ctx.response().json(201, { data: await findBooking(id) });
  }

  /** One booking. */
  async show(ctx: Context, { booking }: { booking: Booking }) {
    await facades.Gate(ctx).authorize('booking.view', booking);
    return { data: booking };
  }

  /** Cancels a booking. */
  async destroy(ctx: Context, { booking }: { booking: Booking }): Promise<Response> {
    await facades.Gate(ctx).authorize('booking.cancel', booking);
    await cancelBooking(booking);
    return ctx.response().noContent();
  }
}
