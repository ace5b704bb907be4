import { channel } from '@taproot/broadcast';

/** A booking as everybody may see it. */
export interface RoomStay {
  booking: number;
  starts_at: Date;
  ends_at: Date;
}

/** What happens to a room, for everybody who looks at it. Nobody learns who booked. */
export const roomEvents = channel('rooms.{room}').events<{ booked: RoomStay; cancelled: RoomStay }>();
