import './attachment.ts';
import { facades } from '../facades.ts';
import type { Ticket } from '../tickets/ticket.ts';

/** The attachments of a ticket, the oldest first. */
export const attachmentsOf = ({ id }: Pick<Ticket, 'id'>) =>
  facades
    .DB()
    .selectFrom('attachments')
    .select(['id', 'reply_id', 'name', 'path', 'size'])
    .where('ticket_id', '=', id)
    .orderBy('id')
    .execute();
