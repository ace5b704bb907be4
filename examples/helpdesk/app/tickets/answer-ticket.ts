import type { AuthUser } from '@taproot/auth';
import { afterCommit, insertGetId, now, transaction } from '@taproot/database';
import { note } from '../audit/note.ts';
import { facades } from '../facades.ts';
import { notifyAgents } from '../jobs/notify-agents.ts';
import { ticketAnswered } from '../mails/ticket-answered.ts';
import { ticketRoom } from '../sockets/ticket-room.ts';
import { isStaff } from '../users/is-staff.ts';
import type { Ticket } from './ticket.ts';

/** Adds a reply. It opens the ticket again, or answers it; the other side gets a mail. Returns the id of the reply. */
export const answerTicket = async (user: AuthUser, ticket: Ticket, body: string): Promise<number> => {
  const id = await transaction(
    facades.DB(),
    async () => {
      const db = facades.DB();
      const reply = await insertGetId(db, 'replies', { ticket_id: ticket.id, user_id: user.id, body });
      const status = isStaff(user) ? 'answered' : 'open';
      await db.updateTable('tickets').set({ status, updated_at: now() }).where('id', '=', ticket.id).execute();
      await note(user, 'ticket.replied', ticket.id);
      if (status === 'open') await facades.Queue().dispatch(notifyAgents, { ticket: ticket.id });
      else await facades.Mail().send(await ticketAnswered(ticket, body));
      await afterCommit(db, () =>
        facades.Broadcast().send(ticketRoom.of({ ticket: ticket.id }), 'replied', { reply, author: user.name, body }),
      );
      return reply;
    },
    { ambient: true },
  );
  await facades.Cache().forgetTags(`organisation:${ticket.organisation_id}`);
  return id;
};
