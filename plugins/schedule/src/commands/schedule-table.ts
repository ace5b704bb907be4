import { TableCommand } from '@taproot/console/command';
import { errors } from '../errors.ts';
import { scheduleTables } from '../tables.ts';

/** `schedule:table` writes a migration for the table of claimed runs. */
export class ScheduleTable extends TableCommand {
  static override paths = [['schedule:table']];

  static override usage = TableCommand.Usage({
    details: 'For schedule.store "database".',
    examples: [['Into database/migrations', 'npx taproot schedule:table']],
  });

  protected readonly migration = 'create_schedule_table';
  protected readonly tables = scheduleTables;

  protected exists(file: string): Error {
    return errors.E_SCHEDULE_TABLE_EXISTS({ file });
  }
}
