import { facades } from '../facades.ts';
import type { Invoice } from './invoice.ts';

/** The invoice with this id. */
export const findInvoice = (id: string | number): Promise<Invoice | undefined> =>
  facades.DB().selectFrom('invoices').selectAll().where('id', '=', Number(id)).executeTakeFirst();
