import { facades } from '../facades.ts';
import './invoice.ts';

/** Mails an invoice to its user, in the user's language, and notes that it is sent. */
export const sendInvoice = async (id: number): Promise<void> => {
  const db = facades.DB();
  const { email, locale, number, total } = await db
    .selectFrom('invoices')
    .innerJoin('users', 'users.id', 'invoices.user_id')
    .select(['users.email', 'users.locale', 'invoices.number', 'invoices.total'])
    .where('invoices.id', '=', id)
    .executeTakeFirstOrThrow();
  const lang = facades.Lang();
  await facades.Mail().send({
    to: email,
    subject: lang.get('invoices.subject', { number }, locale),
    text: lang.get(total.startsWith('-') ? 'invoices.credit' : 'invoices.text', { number, total }, locale),
  });
  await db.updateTable('invoices').set({ sent_at: new Date() }).where('id', '=', id).execute();
};
