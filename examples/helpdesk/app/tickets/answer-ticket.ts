import type { AuthUser } from '@taproot/auth';
import { insertGetId, now, transaction } from '@taproot/database';
import { ticketChanged } from '../events/ticket-changed.ts';
import { facades } from '../facades.ts';
import { notifyAgents } from '../jobs/notify-agents.ts';
import { ticketAnswered } from '../mails/ticket-answered.ts';
import { isStaff } from '../users/is-staff.ts';
import type { Ticket } from './ticket.ts';

/** Adds a reply. It opens the ticket again, or answers it; the other side gets a mail. `attach` stores the rows of its files. Returns the id of the reply. */
export const answerTicket = (
  user: AuthUser,
  ticket: Ticket,
  body: string,
  attach: (reply: number) => Promise<unknown> = () => Promise.resolve(),
): Promise<number> =>
  transaction(
    facades.DB(),
    async () => {
      const db = facades.DB();
      const id = await insertGetId(db, 'replies', { ticket_id: ticket.id, user_id: user.id, body });
      await attach(id);
      const status = isStaff(user) ? 'answered' : 'open';
      await db.updateTable('tickets').set({ status, updated_at: now() }).where('id', '=', ticket.id).execute();
      if (status === 'open') {
        await facades.Queue().dispatch(notifyAgents, { ticket: ticket.id });
      } else {
        const mail = await ticketAnswered(ticket, body);
        if (mail !== null) await facades.Mail().send(mail);
      }
      await facades.Event().dispatch(ticketChanged, {
        ticket: ticket.id,
        organisation: ticket.organisation_id,
        action: 'replied',
        user: user.id,
        reply: { id, author: user.name, body },
      });
      return id;
    },
    { ambient: true },
  );
