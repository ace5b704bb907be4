import type { Schedule } from '@taproot/schedule';
import { closeTickets } from '../app/tickets/close-tickets.ts';

/** Work at fixed times, once for all processes. */
export const entries = (schedule: Schedule): void => {
  schedule.call('tickets.close', () => closeTickets()).dailyAt('03:00', 'Europe/Berlin');
};
