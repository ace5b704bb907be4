import { NotFoundError } from '@taproot/core';
import { message, socket } from '@taproot/websocket';
import type { TicketChanged } from '../events/ticket-changed.ts';
import { facades } from '../facades.ts';
import { findTicket } from '../tickets/find-ticket.ts';
import { requireUser } from '../users/require-user.ts';

/** A ticket, live: who types, new replies and changes of its status. */
export const ticketRoom = socket({
  path: '/tickets/{ticket}/live',
  join: async (ctx) => {
    const ticket = await findTicket(ctx.request().route('ticket'));
    if (ticket === undefined) throw new NotFoundError();
    await facades.Gate(ctx).authorize('ticket.view', ticket);
    const { id, name } = await requireUser(ctx);
    return { id, name };
  },
  receives: { typing: {} },
  sends: message<{
    typed: { user: number; name: string };
    replied: { id: number; author: string; body: string };
    changed: { action: TicketChanged['action'] };
  }>(),
  on: {
    typing: (_data, client) => client.room.send('typed', { user: client.joined.id, name: client.joined.name }),
  },
});
