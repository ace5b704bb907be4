import { facades } from '../facades.ts';
import type { Ticket } from './ticket.ts';

/** The ticket with this id. Whether the user may see it is for the policy to say. */
export const findTicket = (id: string | number): Promise<Ticket | undefined> =>
  facades.DB().selectFrom('tickets').selectAll().where('id', '=', Number(id)).executeTakeFirst();
