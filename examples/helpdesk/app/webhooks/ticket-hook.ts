import { webhook } from '@taproot/webhooks';
import type { TicketChanged } from '../events/ticket-changed.ts';

/** What other systems of an organisation get. */
export const ticketHook = webhook<Pick<TicketChanged, 'ticket' | 'action'>>('ticket.changed');
