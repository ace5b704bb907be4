import { TableCommand } from '@taproot/console/command';
import { errors } from '../errors.ts';
import { sessionTables } from '../tables.ts';

/** `session:table` writes a migration for the table of sessions. */
export class SessionTable extends TableCommand {
  static override paths = [['session:table']];

  static override usage = TableCommand.Usage({
    details: 'For session.store "database".',
    examples: [['Into database/migrations', 'npx taproot session:table']],
  });

  protected readonly migration = 'create_sessions_table';
  protected readonly tables = sessionTables;

  protected exists(file: string): Error {
    return errors.E_SESSION_TABLE_EXISTS({ file });
  }
}
