import { basename } from 'node:path';
import type { Context, ResourceController, Response } from '@taproot/core';
import { ConflictError, NotFoundError } from '@taproot/core';
import { insertGetId, now, paginate, sortOf } from '@taproot/database';
import { facades } from '../../facades.ts';
import { findRoom } from '../../rooms/find-room.ts';
import type { Room } from '../../rooms/room.ts';
import { roomEvents } from '../../rooms/room-events.ts';
import { listRooms, sortedBy } from '../requests/list-rooms.ts';
import { StoreRoom } from '../requests/store-room.ts';

interface Bound {
  readonly room: Room;
}

/** Rooms. Everybody sees them, managers change them. */
export class RoomController implements ResourceController<Bound> {
  /** Rooms, page by page; `seats` leaves out smaller ones. */
  async index(ctx: Context) {
    const asked = await ctx.request().validated(listRooms);
    const rooms = facades
      .DB()
      .selectFrom('rooms')
      .selectAll()
      .where('seats', '>=', asked.seats ?? 1);
    const sorted = rooms.orderBy(...sortOf(asked.sort, sortedBy, 'name')).orderBy('id');
    return paginate(sorted, { ...asked, request: ctx.request() });
  }

  /** One room. */
  show(_ctx: Context, { room }: Bound) {
    return { data: room };
  }

  /** Adds a room. */
  async store(ctx: Context) {
    const input = await ctx.request().validated(StoreRoom);
    const id = await ctx
      .request()
      .unique({ name: 'rooms.name' }, () => insertGetId(facades.DB(), 'rooms', input), input);
    return ctx.response().json(201, { data: await findRoom(id) });
  }

  /** Changes a room. */
  async update(ctx: Context, { room }: Bound) {
    const input = await ctx.request().validated(StoreRoom);
    const { name, seats, price } = input;
    const changed = facades
      .DB()
      .updateTable('rooms')
      .set({ name, seats, price, updated_at: now() })
      .where('id', '=', room.id);
    await ctx.request().unique({ name: 'rooms.name' }, () => changed.execute(), input);
    return { data: await findRoom(room.id) };
  }

  /** Removes a room that nobody ever booked. */
  async destroy(ctx: Context, { room }: Bound): Promise<Response> {
    const db = facades.DB();
    const booked = await db.selectFrom('bookings').select('id').where('room_id', '=', room.id).executeTakeFirst();
    if (booked !== undefined) throw new ConflictError('rooms.booked', { values: { room: room.name } });
    await db.deleteFrom('rooms').where('id', '=', room.id).execute();
    return ctx.response().noContent();
  }

  /** Gives the photo of a room. */
  photo(ctx: Context, { room }: Bound) {
    if (room.photo === null) throw new NotFoundError();
    return ctx.response().file(`storage/photos/${room.photo}`);
  }

  /** Takes a photo of a room, in place of the one it has. */
  async storePhoto(ctx: Context, { room }: Bound) {
    const { photo } = await ctx.request().validated({ photo: 'required|image|max:4096' });
    const file = await photo.store(facades.App().path('storage/photos'));
    await facades
      .DB()
      .updateTable('rooms')
      .set({ photo: basename(file) })
      .where('id', '=', room.id)
      .execute();
    return { data: await findRoom(room.id) };
  }

  /** Streams what happens to a room. */
  events(ctx: Context, { room }: Bound) {
    return facades.Broadcast().stream(ctx, roomEvents.of({ room: String(room.id) }));
  }
}
