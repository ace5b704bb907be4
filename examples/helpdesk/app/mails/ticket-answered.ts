import { mail } from '@taproot/mail';
import { facades } from '../facades.ts';
import type { Ticket } from '../tickets/ticket.ts';

/** Brings a reply to the customer of a ticket; null if the address of the customer is not confirmed. */
export const ticketAnswered = async ({ id, customer_id, subject }: Ticket, body: string) => {
  const customer = await facades
    .DB()
    .selectFrom('users')
    .select(['email', 'name', 'locale', 'confirmed_at'])
    .where('id', '=', customer_id)
    .executeTakeFirstOrThrow();
  const { email, name, locale, confirmed_at } = customer;
  if (confirmed_at === null) return null;
  return mail({
    name: 'ticket-answered',
    to: { name, address: email },
    locale,
    subject: (t) => t('mails.answered_subject', { id: String(id), subject }),
    text: (t) => t('mails.answered', { name, body }),
  });
};
