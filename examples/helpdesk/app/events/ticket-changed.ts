import { event } from '@taproot/events';

/** What happened to a ticket. */
export interface TicketChanged {
  readonly ticket: number;
  readonly organisation: number;
  readonly action: 'opened' | 'replied' | 'taken' | 'reopened' | 'answered' | 'closed';
  /** Who did it; null for the schedule. */
  readonly user: number | null;
  readonly reply?: { readonly id: number; readonly author: string; readonly body: string };
}

export const ticketChanged = event<TicketChanged>('ticket.changed');
