import type { Context, Response } from '@taproot/core';
import { cursorPaginate } from '@taproot/database';
import { attachFiles } from '../../attachments/attach-files.ts';
import { attachmentsOf } from '../../attachments/attachments-of.ts';
import { facades } from '../../facades.ts';
import { answerTicket } from '../../tickets/answer-ticket.ts';
import { changeStatus, takeTicket } from '../../tickets/change-ticket.ts';
import { repliesOf } from '../../tickets/replies-of.ts';
import { statistics } from '../../tickets/statistics.ts';
import type { Ticket } from '../../tickets/ticket.ts';
import { ticketsOf } from '../../tickets/tickets-of.ts';
import { isStaff } from '../../users/is-staff.ts';
import { requireUser } from '../../users/require-user.ts';
import { LogIn } from '../requests/accounts.ts';
import { AnswerWithFiles, ChangeTicket, listTickets } from '../requests/tickets.ts';

interface Bound {
  readonly ticket: Ticket;
}

/** The pages. They do what the API does, by the same functions. */
export class PageController {
  login(ctx: Context) {
    return ctx.response().view('login', { next: ctx.request().query('next', '/') });
  }

  async storeLogin(ctx: Context): Promise<Response> {
    const { email, password } = await ctx.request().validated(LogIn);
    const auth = facades.Auth(ctx).guard('web');
    const user = await auth.verify({ email, password });
    if (user === null) {
      const session = ctx.request().session();
      session.withErrors({ email: [facades.Lang(ctx).get('pages.wrong')] }).withInput({ email });
      return ctx.response().back('/login');
    }
    await auth.login(user, { remember: ctx.request().inputBool('remember') });
    return ctx.response().redirect(303, ctx.request().input('next', '/'), '/');
  }

  async logout(ctx: Context): Promise<Response> {
    await facades.Auth(ctx).logout();
    return ctx.response().redirect(303, '/login');
  }

  async index(ctx: Context) {
    const { status, q = '', ...page } = await ctx.request().validated(listTickets);
    const user = await requireUser(ctx);
    const tickets = ticketsOf(user, { status, q });
    const { data, links } = await cursorPaginate(tickets, {
      by: { 'tickets.id': 'desc' },
      ...page,
      request: ctx.request(),
    });
    const figures = isStaff(user) ? await statistics(user.organisation_id) : null;
    return ctx.response().view('tickets/index', { tickets: data, q, status: status ?? '', next: links.next, figures });
  }

  async show(ctx: Context, { ticket }: Bound) {
    await facades.Gate(ctx).authorize('ticket.view', ticket);
    const replies = await repliesOf(ticket).orderBy('replies.id').execute();
    const staff = isStaff(await requireUser(ctx));
    const files = await attachmentsOf(ticket);
    return ctx.response().view('tickets/show', { ticket, replies, files, staff });
  }

  async reply(ctx: Context, { ticket }: Bound): Promise<Response> {
    await facades.Gate(ctx).authorize('ticket.view', ticket);
    const { body, files = [] } = await ctx.request().validated(AnswerWithFiles);
    const user = await requireUser(ctx);
    await attachFiles(ticket, files, (add) => answerTicket(user, ticket, body, add));
    ctx.request().session().flash('status', facades.Lang(ctx).get('pages.sent'));
    return ctx.response().back('/');
  }

  async take(ctx: Context, { ticket }: Bound): Promise<Response> {
    await facades.Gate(ctx).authorize('ticket.change', ticket);
    await takeTicket(await requireUser(ctx), ticket);
    return ctx.response().back('/');
  }

  async status(ctx: Context, { ticket }: Bound): Promise<Response> {
    await facades.Gate(ctx).authorize('ticket.change', ticket);
    const { status } = await ctx.request().validated(ChangeTicket);
    await changeStatus(await requireUser(ctx), ticket, status);
    return ctx.response().back('/');
  }
}
