import { type Context, NotFoundError, type Response } from '@taproot/core';
import { facades } from '../../facades.ts';
import { requireUser } from '../../users/require-user.ts';
import { ticketHook } from '../../webhooks/ticket-hook.ts';
import { AddWebhook, ChangeWebhook } from '../requests/webhooks.ts';

/** Where an organisation wants to hear of its tickets. */
export class WebhookController {
  /** The endpoints of the organisation. */
  async index(ctx: Context) {
    const { organisation_id } = await requireUser(ctx);
    const endpoints = await facades.Webhooks().endpoints(organisation_id);
    return { data: endpoints.map(({ id, url, pausedAt }) => ({ id, url, paused: pausedAt !== null })) };
  }

  /** Adds an endpoint. Its secret is shown this once. */
  async store(ctx: Context): Promise<Response> {
    const { url } = await ctx.request().validated(AddWebhook);
    const { organisation_id } = await requireUser(ctx);
    const { id, secret } = await facades.Webhooks().add({ url, owner: organisation_id, types: [ticketHook] });
    return ctx.response().json(201, { data: { id, url, secret } });
  }

  /** Pauses an endpoint, or sends to it again, with what it has missed. */
  async update(ctx: Context<'webhook'>) {
    const { paused } = await ctx.request().validated(ChangeWebhook);
    const id = await ownEndpoint(ctx);
    if (paused) await facades.Webhooks().pause(id);
    else await facades.Webhooks().resume(id);
    return { data: { id, paused } };
  }

  /** Gives an endpoint a new secret, which is shown this once. The old one signs beside it for a day. */
  async rotate(ctx: Context<'webhook'>) {
    return { data: { secret: await facades.Webhooks().rotate(await ownEndpoint(ctx), { overlap: '1d' }) } };
  }

  /** Removes an endpoint. */
  async destroy(ctx: Context<'webhook'>): Promise<Response> {
    await facades.Webhooks().remove(await ownEndpoint(ctx));
    return ctx.response().noContent();
  }
}

/** The id of the endpoint in the address; 404 unless it belongs to the organisation of the user. */
const ownEndpoint = async (ctx: Context<'webhook'>): Promise<string> => {
  const { organisation_id } = await requireUser(ctx);
  const wanted = ctx.request().route('webhook');
  const endpoints = await facades.Webhooks().endpoints(organisation_id);
  if (!endpoints.some(({ id }) => id === wanted)) throw new NotFoundError();
  return wanted;
};
