import { facades } from '../facades.ts';
import { changeStatus } from './change-ticket.ts';

const twoWeeks = 14 * 24 * 3_600_000;

/** Closes tickets whose customers have not replied for two weeks. Returns how many. */
export const closeTickets = async (): Promise<number> => {
  const idle = await facades
    .DB()
    .selectFrom('tickets')
    .select(['id', 'organisation_id'])
    .where('status', '=', 'answered')
    .where('updated_at', '<', new Date(Date.now() - twoWeeks))
    .execute();
  let closed = 0;
  for (const ticket of idle) if (await changeStatus(null, ticket, 'closed')) closed++;
  return closed;
};
