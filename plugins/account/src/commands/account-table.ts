import { TableCommand } from '@taproot/console/command';
import { errors } from '../errors.ts';
import { accountTables } from '../tables.ts';

/** `account:table` writes a migration for the tables of accounts. */
export class AccountTable extends TableCommand {
  static override paths = [['account:table']];

  static override usage = TableCommand.Usage({
    details: 'For tokens of one use, two-factor login, recovery codes, passkeys, and sign-in with other sites.',
    examples: [['Into database/migrations', 'npx taproot account:table']],
  });

  protected readonly migration = 'create_account_tables';
  protected readonly tables = accountTables;

  protected exists(file: string): Error {
    return errors.E_ACCOUNT_TABLE_EXISTS({ file });
  }
}
