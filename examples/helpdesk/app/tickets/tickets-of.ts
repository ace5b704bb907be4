import type { AuthUser } from '@taproot/auth';
import { sql } from '@taproot/database';
import { facades } from '../facades.ts';
import { isStaff } from '../users/is-staff.ts';
import type { Ticket } from './ticket.ts';

/** What a list of tickets leaves out. */
export interface TicketFilter {
  readonly status?: Ticket['status'] | undefined;
  /** Words of the subject or of a reply. */
  readonly q?: string | undefined;
}

/** The tickets that a user may see: customers their own, staff all of the organisation. A query, for pages. */
export const ticketsOf = (user: AuthUser, { status, q = '' }: TicketFilter) => {
  let tickets = facades
    .DB()
    .selectFrom('tickets')
    .innerJoin('users', 'users.id', 'tickets.customer_id')
    .select(['tickets.id', 'tickets.subject', 'tickets.status', 'tickets.created_at', 'tickets.updated_at'])
    .select('users.name as customer')
    .where('tickets.organisation_id', '=', user.organisation_id);
  if (!isStaff(user)) tickets = tickets.where('tickets.customer_id', '=', user.id);
  if (status !== undefined) tickets = tickets.where('tickets.status', '=', status);
  if (q === '') return tickets;
  const pattern = `%${q.toLowerCase().replaceAll(/[%_!]/g, '!$&')}%`;
  return tickets.where((row) =>
    row.or([
      sql<boolean>`lower(tickets.subject) like ${pattern} escape '!'`,
      row.exists(
        row
          .selectFrom('replies')
          .select('replies.id')
          .whereRef('replies.ticket_id', '=', 'tickets.id')
          .where(sql<boolean>`lower(replies.body) like ${pattern} escape '!'`),
      ),
    ]),
  );
};
