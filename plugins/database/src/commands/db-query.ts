import { Command, Option, wholeNumber } from '@taproot/console/command';
import { databasesOf } from '../connection/database-runtime.ts';
import { connectionOption } from './dangerous-command.ts';
import { readOnlyQuery } from './read-only-query.ts';

/** `db:query`: runs one statement that only reads, and prints its rows. */
export class DbQuery extends Command {
  static override paths = [['db:query']];

  static override usage = Command.Usage({
    details:
      'The statement runs in a transaction that only reads; the database refuses any write. Values are not masked.\n' +
      'Rows are printed as JSON, one a line.',
    examples: [
      ['The newest posts', 'npx taproot db:query "select id, title from posts order by id desc" --limit 5'],
      ['How a query is run', 'npx taproot db:query "explain select * from posts where user_id = 1"'],
    ],
  });

  statement = Option.String({ name: 'sql' });
  connection = connectionOption();
  limit = Option.String('--limit', '100', {
    description: 'Print at most so many rows (default: 100)',
    validator: wholeNumber({ min: 1 }),
  });

  override async execute(): Promise<void> {
    const rows = await readOnlyQuery(databasesOf(this.app).connection(this.connection), this.statement);
    for (const row of rows.slice(0, this.limit)) this.line(JSON.stringify(row, plain));
    if (rows.length === 0) this.line('No rows.');
    else if (rows.length > this.limit) this.line(`${rows.length - this.limit} more rows are left out.`);
  }
}

/** Values that JSON does not have, as text. */
const plain = (_key: string, value: unknown): unknown => {
  if (typeof value === 'bigint') return value.toString();
  return value instanceof Uint8Array ? `0x${Buffer.from(value).toString('hex')}` : value;
};
