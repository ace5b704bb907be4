import type { Context } from '@taproot/core';
import { cursorPaginate, cursorRules } from '@taproot/database';
import { facades } from '../../facades.ts';
import type { Invoice } from '../../invoices/invoice.ts';
import { requireUser } from '../../users/require-user.ts';

/** The invoices of the user. Managers see the invoices of all users. */
export class InvoiceController {
  /** Invoices, the latest first. */
  async index(ctx: Context) {
    const asked = await ctx.request().validated(cursorRules());
    const { id, role } = await requireUser(ctx);
    const invoices = facades.DB().selectFrom('invoices').selectAll();
    const seen = role === 'manager' ? invoices : invoices.where('user_id', '=', id);
    return cursorPaginate(seen, { by: { id: 'desc' }, ...asked, request: ctx.request() });
  }

  /** One invoice. */
  async show(ctx: Context, { invoice }: { invoice: Invoice }) {
    await facades.Gate(ctx).authorize('invoice.view', invoice);
    return { data: invoice };
  }
}
