import { now } from '@taproot/database';
import { facades } from '../facades.ts';
import './ticket.ts';

/** Closes tickets whose customers have not replied for two weeks. Returns how many. */
export const closeTickets = async (before = new Date(Date.now() - 14 * 24 * 3_600_000)): Promise<number> => {
  const { numUpdatedRows } = await facades
    .DB()
    .updateTable('tickets')
    .set({ status: 'closed', updated_at: now() })
    .where('status', '=', 'answered')
    .where('updated_at', '<', before)
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows);
};
