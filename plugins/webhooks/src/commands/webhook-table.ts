import { TableCommand } from '@taproot/console/command';
import { errors } from '../errors.ts';
import { webhookTables } from '../tables.ts';

/** `webhook:table` writes a migration for the tables of endpoints and deliveries. */
export class WebhookTable extends TableCommand {
  static override paths = [['webhook:table']];

  static override usage = TableCommand.Usage({
    details: 'To send webhooks. To receive them you need no table.',
    examples: [['Into database/migrations', 'npx taproot webhook:table']],
  });

  protected readonly migration = 'create_webhook_tables';
  protected readonly tables = webhookTables;

  protected exists(file: string): Error {
    return errors.E_WEBHOOK_TABLE_EXISTS({ file });
  }
}
