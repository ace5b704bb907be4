import { listener } from '@taproot/events';
import { ticketChanged } from '../events/ticket-changed.ts';
import { facades } from '../facades.ts';

/** Lets the figures of an organisation be counted again. */
export const refreshStatistics = listener(ticketChanged, {
  name: 'refresh-statistics',
  handle: ({ organisation }) => facades.Cache().forget(`statistics:${organisation}`),
});
