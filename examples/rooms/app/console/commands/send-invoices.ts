import { Command } from '@taproot/console/command';
import { facades } from '../../facades.ts';
import { sendInvoice } from '../../invoices/send-invoice.ts';

/** `npx taproot invoices:send` sends the invoices that the mail server refused when they were written. */
export class SendInvoices extends Command {
  static override paths = [['invoices:send']];

  override async execute(): Promise<void> {
    const waiting = await facades
      .DB()
      .selectFrom('invoices')
      .select(['id', 'number'])
      .where('sent_at', 'is', null)
      .orderBy('id')
      .execute();
    for (const { id, number } of waiting) {
      await sendInvoice(id);
      this.line(`Sent ${number}`);
    }
  }
}
