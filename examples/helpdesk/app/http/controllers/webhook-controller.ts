import type { Context, Response } from '@taproot/core';
import { facades } from '../../facades.ts';
import { requireUser } from '../../users/require-user.ts';
import { ticketHook } from '../../webhooks/ticket-hook.ts';
import { AddWebhook } from '../requests/webhooks.ts';

/** Where an organisation wants to hear of its tickets. */
export class WebhookController {
  /** Adds an endpoint. Its secret is shown this once. */
  async store(ctx: Context): Promise<Response> {
    const { url } = await ctx.request().validated(AddWebhook);
    const { organisation_id } = await requireUser(ctx);
    const { id, secret } = await facades.Webhooks().add({ url, owner: organisation_id, types: [ticketHook] });
    return ctx.response().json(201, { data: { id, url, secret } });
  }
}
