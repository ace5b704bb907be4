import { BookingPolicy } from '../app/policies/booking-policy.ts';
import { InvoicePolicy } from '../app/policies/invoice-policy.ts';
import { RoomPolicy } from '../app/policies/room-policy.ts';

/** Who may do what: each method of a policy is an ability, `<entry>.<method>`. */
export const policies = { booking: BookingPolicy, invoice: InvoicePolicy, room: RoomPolicy };

declare module '@taproot/auth' {
  interface Policies extends Readonly<typeof policies> {}
}
