import { mail } from '@taproot/mail';
import { facades } from '../facades.ts';
import type { Ticket } from '../tickets/ticket.ts';

/** Brings a reply to the customer of a ticket. */
export const ticketAnswered = async ({ id, customer_id, subject }: Ticket, body: string) => {
  const { email, name, locale } = await facades
    .DB()
    .selectFrom('users')
    .select(['email', 'name', 'locale'])
    .where('id', '=', customer_id)
    .executeTakeFirstOrThrow();
  return mail({
    name: 'ticket-answered',
    to: { name, address: email },
    locale,
    subject: (t) => t('mails.answered_subject', { id: String(id), subject }),
    text: (t) => t('mails.answered', { name, body }),
  });
};
