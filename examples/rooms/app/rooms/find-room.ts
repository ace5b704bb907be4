import { facades } from '../facades.ts';
import type { Room } from './room.ts';

/** The room with this id. */
export const findRoom = (id: string | number): Promise<Room | undefined> =>
  facades.DB().selectFrom('rooms').selectAll().where('id', '=', Number(id)).executeTakeFirst();
