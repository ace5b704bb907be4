import { job } from '@taproot/queue';
import { facades } from '../facades.ts';
import { ticketWaiting } from '../mails/ticket-waiting.ts';
import { findTicket } from '../tickets/find-ticket.ts';

/** Mails the staff of an organisation that a ticket waits. Several replies in a row are one job. */
export const notifyAgents = job({
  name: 'agents.notify',
  payload: { ticket: 'required|integer' },
  unique: ({ ticket }) => String(ticket),
  uniqueUntilStart: true,
  async handle({ ticket: id }, run) {
    const ticket = await findTicket(id);
    if (ticket?.status !== 'open') return;
    const staff = await facades
      .DB()
      .selectFrom('users')
      .select(['id', 'email', 'locale'])
      .where('organisation_id', '=', ticket.organisation_id)
      .where('role', 'in', ['agent', 'admin'])
      .where('confirmed_at', 'is not', null)
      .execute();
    // One mail for each agent, even when the job runs again in the middle of them.
    for (const agent of staff)
      await run.once(`mail ${agent.id}`, (trx) =>
        facades.Mail().send(ticketWaiting(ticket, agent), { transaction: trx }),
      );
  },
});
