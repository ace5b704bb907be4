import { listener } from '@taproot/events';
import '../audit/entry.ts';
import { ticketChanged } from '../events/ticket-changed.ts';
import { facades } from '../facades.ts';

/** Writes down who did what, in the transaction of the change: there is no change without its entry. */
export const writeAuditLog = listener(ticketChanged, {
  name: 'write-audit-log',
  afterCommit: false,
  async handle({ ticket, organisation, action, user }) {
    const entry = { ticket_id: ticket, organisation_id: organisation, user_id: user, action: `ticket.${action}` };
    await facades.DB().insertInto('audit_log').values(entry).execute();
  },
});
