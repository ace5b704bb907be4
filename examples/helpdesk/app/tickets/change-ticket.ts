import type { AuthUser } from '@taproot/auth';
import { afterCommit, now, transaction } from '@taproot/database';
import { note } from '../audit/note.ts';
import { facades } from '../facades.ts';
import { ticketRoom } from '../sockets/ticket-room.ts';
import type { Ticket } from './ticket.ts';

/** Takes a ticket, or changes its status. */
export const changeTicket = async (
  user: AuthUser,
  { id, organisation_id }: Ticket,
  change: { status?: Ticket['status'] | undefined; agent_id?: number | undefined },
): Promise<void> => {
  await transaction(
    facades.DB(),
    async () => {
      const db = facades.DB();
      await db
        .updateTable('tickets')
        .set({ ...change, updated_at: now() })
        .where('id', '=', id)
        .execute();
      await note(user, change.status === undefined ? 'ticket.taken' : `ticket.${change.status}`, id);
      const { status } = change;
      if (status !== undefined)
        await afterCommit(db, () => facades.Broadcast().send(ticketRoom.of({ ticket: id }), 'changed', { status }));
    },
    { ambient: true },
  );
  await facades.Cache().forgetTags(`organisation:${organisation_id}`);
};
