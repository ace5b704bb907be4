import type { Room } from '../rooms/room.ts';
import type { Stay } from './booking.ts';

/** The price of a booking in cents. It counts minutes, and rounds the sum. */
export const priceOf = ({ price }: Pick<Room, 'price'>, { starts_at, ends_at }: Stay): number => {
  const minutes = (ends_at.getTime() - starts_at.getTime()) / 60_000;
  return Math.round((Math.round(Number(price) * 100) * minutes) / 60);
};
