import type { AuthUser } from '@taproot/auth';
import { now, transaction } from '@taproot/database';
import { ticketChanged } from '../events/ticket-changed.ts';
import { facades } from '../facades.ts';
import type { Ticket } from './ticket.ts';

const actions = { open: 'reopened', answered: 'answered', closed: 'closed' } as const;

/** Changes the status of a ticket. Nothing happens if it has that status. */
export const changeStatus = (
  user: AuthUser | null,
  { id, organisation_id }: Pick<Ticket, 'id' | 'organisation_id'>,
  status: Ticket['status'],
): Promise<boolean> =>
  transaction(
    facades.DB(),
    async () => {
      const { numUpdatedRows } = await facades
        .DB()
        .updateTable('tickets')
        .set({ status, updated_at: now() })
        .where('id', '=', id)
        .where('status', '!=', status)
        .executeTakeFirstOrThrow();
      if (numUpdatedRows === 0n) return false;
      const change = { ticket: id, organisation: organisation_id, action: actions[status], user: user?.id ?? null };
      await facades.Event().dispatch(ticketChanged, change);
      return true;
    },
    { ambient: true },
  );

/** Makes an agent the one who looks after a ticket. */
export const takeTicket = (agent: AuthUser, { id, organisation_id }: Ticket): Promise<void> =>
  transaction(
    facades.DB(),
    async () => {
      await facades.DB().updateTable('tickets').set({ agent_id: agent.id }).where('id', '=', id).execute();
      const change = { ticket: id, organisation: organisation_id, action: 'taken', user: agent.id } as const;
      await facades.Event().dispatch(ticketChanged, change);
    },
    { ambient: true },
  );
