import { insertGetId, type Tables, type Transaction } from '@taproot/database';
import type { Booking } from '../bookings/booking.ts';
import './invoice.ts';

/**
 * Writes the next invoice for this number of cents, and returns its id. The row of the counter is locked until the transaction ends. If the
 * transaction fails, its number is used again, so numbers have no gaps.
 */
export const writeInvoice = async (
  trx: Transaction<Tables>,
  { id, user_id }: Pick<Booking, 'id' | 'user_id'>,
  cents: number,
): Promise<number> => {
  const counter = 'invoices';
  await trx
    .updateTable('counters')
    .set((row) => ({ value: row('value', '+', 1) }))
    .where('name', '=', counter)
    .execute();
  const { value } = await trx
    .selectFrom('counters')
    .select('value')
    .where('name', '=', counter)
    .executeTakeFirstOrThrow();
  const issued_on = new Date().toISOString().slice(0, 10);
  return insertGetId(trx, 'invoices', {
    number: `${issued_on.slice(0, 4)}-${String(value).padStart(5, '0')}`,
    booking_id: id,
    user_id,
    total: (cents / 100).toFixed(2),
    issued_on,
  });
};
