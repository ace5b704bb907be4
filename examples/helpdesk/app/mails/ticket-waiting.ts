import { mail } from '@taproot/mail';
import type { Ticket } from '../tickets/ticket.ts';

/** Tells an agent that a ticket waits. */
export const ticketWaiting = ({ id, subject }: Ticket, agent: { email: string; locale: string }) =>
  mail({
    name: 'ticket-waiting',
    to: agent.email,
    locale: agent.locale,
    subject: (t) => t('mails.waiting_subject', { id: String(id), subject }),
    text: (t) => t('mails.waiting', { id: String(id), subject }),
  });
