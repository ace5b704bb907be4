import { listener } from '@taproot/events';
import { ticketChanged } from '../events/ticket-changed.ts';
import { facades } from '../facades.ts';
import { ticketRoom } from '../sockets/ticket-room.ts';

/** Shows a reply or another change to everyone who has the ticket open. */
export const showLive = listener(ticketChanged, {
  name: 'show-live',
  async handle({ ticket, action, reply }) {
    const room = ticketRoom.of({ ticket });
    if (reply === undefined) await facades.Broadcast().send(room, 'changed', { action });
    else await facades.Broadcast().send(room, 'replied', reply);
  },
});
