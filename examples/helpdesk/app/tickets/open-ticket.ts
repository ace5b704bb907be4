import type { AuthUser } from '@taproot/auth';
import { insertGetId, transaction } from '@taproot/database';
import './ticket.ts';
import { ticketChanged } from '../events/ticket-changed.ts';
import { facades } from '../facades.ts';
import { notifyAgents } from '../jobs/notify-agents.ts';

/** Opens a ticket and notifies the agents of the organisation. Returns its id. */
export const openTicket = (user: AuthUser, { subject, body }: { subject: string; body: string }): Promise<number> =>
  transaction(
    facades.DB(),
    async () => {
      const { id: customer_id, organisation_id } = user;
      const db = facades.DB();
      const ticket = await insertGetId(db, 'tickets', { customer_id, organisation_id, agent_id: null, subject });
      await insertGetId(db, 'replies', { ticket_id: ticket, user_id: customer_id, body });
      // A row of this transaction: without the ticket there is no job.
      await facades.Queue().dispatch(notifyAgents, { ticket });
      const change = { ticket, organisation: organisation_id, action: 'opened', user: customer_id } as const;
      await facades.Event().dispatch(ticketChanged, change);
      return ticket;
    },
    { ambient: true },
  );
