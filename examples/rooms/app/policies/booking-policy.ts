import { type AuthUser, GateResponse, type Verdict } from '@taproot/auth';
import type { Booking } from '../bookings/booking.ts';

/** Users may see and cancel their own bookings, managers all of them. */
export class BookingPolicy {
  view(user: AuthUser, booking: Booking): Verdict {
    // 404 instead of 403: other users must not learn that the booking exists.
    return user.id === booking.user_id || user.role === 'manager' || GateResponse.denyAsNotFound();
  }

  cancel(user: AuthUser, booking: Booking): Verdict {
    const seen = this.view(user, booking);
    if (seen !== true) return seen;
    return booking.starts_at > new Date() || GateResponse.deny('bookings.begun');
  }
}
