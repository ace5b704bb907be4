import { channel } from '@taproot/broadcast';

/** The part of a booking that everyone may see. */
export interface RoomStay {
  booking: number;
  starts_at: Date;
  ends_at: Date;
}

/** Events of a room, for everyone who watches it. They do not say who booked. */
export const roomEvents = channel('rooms.{room}').events<{ booked: RoomStay; cancelled: RoomStay }>();
