import type { Generated, Selectable, Tables } from '@taproot/database';

declare module '@taproot/database' {
  interface Tables {
    bookings: {
      id: Generated<number>;
      room_id: number;
      user_id: number;
      starts_at: Date;
      ends_at: Date;
      cancelled_at: Date | null;
      created_at: Generated<Date>;
      updated_at: Generated<Date>;
    };
  }
}

export type Booking = Selectable<Tables['bookings']>;

/** The time that a client asks for. */
export interface Stay {
  readonly starts_at: Date;
  readonly ends_at: Date;
}
