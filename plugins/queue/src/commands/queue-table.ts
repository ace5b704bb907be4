import { TableCommand } from '@taproot/console/command';
import { errors } from '../errors.ts';
import { queueTables } from '../tables.ts';

/** `queue:table` writes a migration for the tables of jobs and of their effects. */
export class QueueTable extends TableCommand {
  static override paths = [['queue:table']];

  static override usage = TableCommand.Usage({
    details: 'For the engine "database", and for run.once() on any engine.',
    examples: [['Into database/migrations', 'npx taproot queue:table']],
  });

  protected readonly migration = 'create_queue_tables';
  protected readonly tables = queueTables;

  protected exists(file: string): Error {
    return errors.E_QUEUE_TABLE_EXISTS({ file });
  }
}
