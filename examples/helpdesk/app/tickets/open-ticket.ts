import type { AuthUser } from '@taproot/auth';
import { insertGetId, transaction } from '@taproot/database';
import './ticket.ts';
import { note } from '../audit/note.ts';
import { facades } from '../facades.ts';
import { notifyAgents } from '../jobs/notify-agents.ts';

/** Opens a ticket and tells the agents of the organisation. Returns its id. */
export const openTicket = async (
  user: AuthUser,
  { subject, body }: { subject: string; body: string },
): Promise<number> => {
  const { id: customer_id, organisation_id } = user;
  const id = await transaction(
    facades.DB(),
    async () => {
      const db = facades.DB();
      const ticket = await insertGetId(db, 'tickets', { customer_id, organisation_id, agent_id: null, subject });
      await insertGetId(db, 'replies', { ticket_id: ticket, user_id: customer_id, body });
      await note(user, 'ticket.opened', ticket);
      // A row of this transaction: without the ticket there is no job.
      await facades.Queue().dispatch(notifyAgents, { ticket });
      return ticket;
    },
    { ambient: true },
  );
  await facades.Cache().forgetTags(`organisation:${organisation_id}`);
  return id;
};
