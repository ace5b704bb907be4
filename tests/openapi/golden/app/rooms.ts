import { ConflictError, type Context, NotFoundError, type ResourceController } from '@taproot/core';
import { formRequest, Rule } from '@taproot/validation';
import { findRoom, type Page, type Room, rooms } from './models.ts';

class StoreRoom extends formRequest({
  name: 'required|string|max:60',
  door: 'required|door',
  floor: 'nullable|integer|between:-2,40',
  'beds.*.kind': 'required|in:single,double',
  'beds.*.width': 'integer|min:80',
  tags: 'list|max:5',
  'tags.*': 'string|max:20|distinct',
}) {
  override authorize(ctx: Context): boolean {
    return ctx.request().header('X-Shift') === 'day';
  }
}

class ListRooms extends formRequest({ state: 'in:free,booked,closed', 'floors.*': 'integer', page: 'integer|min:1' }) {}

const roomOf = (ctx: Context): Room => {
  const room = findRoom(ctx.request().route('id'));
  if (room === null) throw new NotFoundError('There is no such room.');
  return room;
};

export class RoomController implements ResourceController {
  /** Lists rooms. The newest come first. */
  async index(ctx: Context): Promise<Page<Room>> {
    await ctx.request().validated(ListRooms);
    return { data: rooms, next: null };
  }

  show(ctx: Context) {
    return roomOf(ctx);
  }

  async store(ctx: Context) {
    const { name } = await ctx.request().validated(StoreRoom);
    if (name === 'Attic') throw new ConflictError('There is one already.', { code: 'E_ROOM_TAKEN' });
    return ctx.response().json(201, rooms[0] ?? null);
  }

  /** @deprecated Rooms are replaced. */
  async update(ctx: Context) {
    await ctx.request().validated({
      state: [Rule.in(['free', 'closed']), 'required'],
      until: Rule.when((data) => data.get('state')[0] === 'closed', 'required|date', 'missing'),
    });
    return roomOf(ctx);
  }

  destroy(ctx: Context) {
    roomOf(ctx);
    return ctx.response().noContent();
  }
}
