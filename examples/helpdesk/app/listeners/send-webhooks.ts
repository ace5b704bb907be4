import { listener } from '@taproot/events';
import { ticketChanged } from '../events/ticket-changed.ts';
import { facades } from '../facades.ts';
import { ticketHook } from '../webhooks/ticket-hook.ts';

/** Sends a webhook to the endpoints of the organisation. It is a row of the transaction, so it is sent after the commit. */
export const sendWebhooks = listener(ticketChanged, {
  name: 'send-webhooks',
  afterCommit: false,
  async handle({ ticket, organisation, action }) {
    await facades.Webhooks().publish(ticketHook, { ticket, action }, { owner: organisation });
  },
});
