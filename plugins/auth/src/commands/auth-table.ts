import { TableCommand } from '@taproot/console/command';
import { errors } from '../errors.ts';
import { authTables } from '../tables.ts';

/** `auth:table` writes a migration for the tables of random tokens and of revocations. */
export class AuthTable extends TableCommand {
  static override paths = [['auth:table']];

  static override usage = TableCommand.Usage({
    details: 'For guards with the driver "token", and for auth.revocation.store "database".',
    examples: [['Into database/migrations', 'npx taproot auth:table']],
  });

  protected readonly migration = 'create_auth_tables';
  protected readonly tables = authTables;

  protected exists(file: string): Error {
    return errors.E_AUTH_TABLE_EXISTS({ file });
  }
}
