import { type AuthUser, GateResponse, type Verdict } from '@taproot/auth';
import type { Booking } from '../bookings/booking.ts';

/** A booking is its user's, and managers see to it. */
export class BookingPolicy {
  view(user: AuthUser, booking: Booking): Verdict {
    // Others do not learn that it exists.
    return user.id === booking.user_id || user.role === 'manager' || GateResponse.denyAsNotFound();
  }

  cancel(user: AuthUser, booking: Booking): Verdict {
    const seen = this.view(user, booking);
    if (seen !== true) return seen;
    return booking.starts_at > new Date() || GateResponse.deny('bookings.begun');
  }
}
