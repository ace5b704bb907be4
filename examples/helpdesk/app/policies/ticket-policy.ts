import { type AuthUser, GateResponse, type Verdict } from '@taproot/auth';
import type { Ticket } from '../tickets/ticket.ts';
import { isStaff } from '../users/is-staff.ts';

/** Customers see and answer their own tickets, staff those of the organisation. */
export class TicketPolicy {
  view(user: AuthUser, ticket: Ticket): Verdict {
    const isOurs = user.organisation_id === ticket.organisation_id;
    // 404 instead of 403: others must not learn that the ticket exists.
    return (isOurs && (isStaff(user) || user.id === ticket.customer_id)) || GateResponse.denyAsNotFound();
  }

  change(user: AuthUser, ticket: Ticket): Verdict {
    const seen = this.view(user, ticket);
    return seen === true ? isStaff(user) || GateResponse.deny('tickets.staff_only') : seen;
  }
}
