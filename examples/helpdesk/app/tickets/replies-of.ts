import { facades } from '../facades.ts';
import type { Ticket } from './ticket.ts';

/** The replies to a ticket, with their authors. A query, for pages. */
export const repliesOf = ({ id }: Pick<Ticket, 'id'>) =>
  facades
    .DB()
    .selectFrom('replies')
    .innerJoin('users', 'users.id', 'replies.user_id')
    .select(['replies.id', 'replies.body', 'replies.created_at', 'users.name as author', 'users.role'])
    .where('replies.ticket_id', '=', id);
