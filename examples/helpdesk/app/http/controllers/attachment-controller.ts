import { type Context, NotFoundError, type Response } from '@taproot/core';
import { attachFiles } from '../../attachments/attach-files.ts';
import { attachmentsOf } from '../../attachments/attachments-of.ts';
import { facades } from '../../facades.ts';
import type { Ticket } from '../../tickets/ticket.ts';
import { Attach } from '../requests/attachments.ts';

interface Bound {
  readonly ticket: Ticket;
}

/** Files of tickets. Who may see the ticket may see its files. */
export class AttachmentController {
  /** The files of a ticket, each with an address that works for ten minutes, without a token. */
  async index(ctx: Context, { ticket }: Bound) {
    await facades.Gate(ctx).authorize('ticket.view', ticket);
    const files = await attachmentsOf(ticket);
    const data = files.map(async ({ path, ...file }) => ({
      ...file,
      url: await facades.Storage().temporaryUrl(path, '10m', { download: file.name }),
    }));
    return { data: await Promise.all(data) };
  }

  /** Attaches a file to a ticket. */
  async store(ctx: Context, { ticket }: Bound) {
    await facades.Gate(ctx).authorize('ticket.view', ticket);
    const { file } = await ctx.request().validated(Attach);
    const [id = 0] = await attachFiles(ticket, [file].flat(), (add) => add(null));
    return ctx.response().json(201, { data: { id } });
  }

  /** Sends a file to a browser, as a download: nothing in it runs on these pages. */
  async show(ctx: Context<'attachment'>, { ticket }: Bound): Promise<Response> {
    await facades.Gate(ctx).authorize('ticket.view', ticket);
    const id = ctx.request().routeInt('attachment');
    const file = (await attachmentsOf(ticket)).find((one) => one.id === id);
    if (file === undefined) throw new NotFoundError();
    return ctx.response().download(await facades.Storage().open(file.path), file.name);
  }
}
