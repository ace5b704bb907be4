import type { Context } from '@taproot/core';
import { cursorPaginate, cursorRules } from '@taproot/database';
import { facades } from '../../facades.ts';
import { answerTicket } from '../../tickets/answer-ticket.ts';
import { changeStatus } from '../../tickets/change-ticket.ts';
import { findTicket } from '../../tickets/find-ticket.ts';
import { openTicket } from '../../tickets/open-ticket.ts';
import { repliesOf } from '../../tickets/replies-of.ts';
import type { Ticket } from '../../tickets/ticket.ts';
import { ticketsOf } from '../../tickets/tickets-of.ts';
import { requireUser } from '../../users/require-user.ts';
import { Answer, ChangeTicket, listTickets, OpenTicket } from '../requests/tickets.ts';

interface Bound {
  readonly ticket: Ticket;
}

/** Tickets and their replies. */
export class TicketController {
  /** Tickets that the user may see, the latest first; `q` searches subjects and replies. */
  async index(ctx: Context) {
    const { status, q, ...page } = await ctx.request().validated(listTickets);
    const tickets = ticketsOf(await requireUser(ctx), { status, q });
    return cursorPaginate(tickets, { by: { 'tickets.id': 'desc' }, ...page, request: ctx.request() });
  }

  /** Opens a ticket. */
  async store(ctx: Context) {
    const input = await ctx.request().validated(OpenTicket);
    const id = await openTicket(await requireUser(ctx), input);
    return ctx.response().json(201, { data: await findTicket(id) });
  }

  /** One ticket. */
  async show(ctx: Context, { ticket }: Bound) {
    await facades.Gate(ctx).authorize('ticket.view', ticket);
    return { data: ticket };
  }

  /** Changes the status of a ticket. */
  async update(ctx: Context, { ticket }: Bound) {
    await facades.Gate(ctx).authorize('ticket.change', ticket);
    const { status } = await ctx.request().validated(ChangeTicket);
    await changeStatus(await requireUser(ctx), ticket, status);
    return { data: await findTicket(ticket.id) };
  }

  /** The replies to a ticket, the oldest first. */
  async replies(ctx: Context, { ticket }: Bound) {
    await facades.Gate(ctx).authorize('ticket.view', ticket);
    const page = await ctx.request().validated(cursorRules());
    return cursorPaginate(repliesOf(ticket), { by: { 'replies.id': 'asc' }, ...page, request: ctx.request() });
  }

  /** Replies to a ticket. */
  async reply(ctx: Context, { ticket }: Bound) {
    await facades.Gate(ctx).authorize('ticket.view', ticket);
    const { body } = await ctx.request().validated(Answer);
    const id = await answerTicket(await requireUser(ctx), ticket, body);
    return ctx.response().json(201, { data: { id, body } });
  }
}
