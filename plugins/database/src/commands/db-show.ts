import { Command, Option, UsageError } from '@taproot/console/command';
import { didYouMean } from '@taproot/core/plugin';
import { databasesOf } from '../connection/database-runtime.ts';
import { describeDatabase, type ShownDatabase } from '../migrations/describe.ts';
import { connectionOption } from './dangerous-command.ts';

/** `db:show`: the tables of a database, or the columns of one table. */
export class DbShow extends Command {
  static override paths = [['db:show']];

  static override usage = Command.Usage({
    details: 'Rows are counted, which takes a while for large tables.',
    examples: [
      ['The tables', 'npx taproot db:show'],
      ['The columns of one', 'npx taproot db:show posts'],
    ],
  });

  name = Option.String({ name: 'table', required: false });
  connection = connectionOption();
  json = Option.Boolean('--json', false, { description: 'Print JSON, for programs' });

  override async execute(): Promise<number> {
    const shown = await describeDatabase(databasesOf(this.app).connection(this.connection));
    if (this.name !== undefined) return this.#showTable(shown, this.name);
    if (this.json) this.line(JSON.stringify(shown, null, 2));
    else this.#showDatabase(shown);
    return 0;
  }

  #showDatabase({ connection, driver, version, database, bytes, tables }: ShownDatabase): void {
    this.line(`${this.style.bold(connection)}  ${driver} ${version}  ${database}  ${sizeOf(bytes)}`);
    this.line();
    if (tables.length === 0) this.line('There are no tables. `npx taproot migrate` creates them.');
    else
      this.table([
        ['table', 'columns', 'rows', 'size'],
        ...tables.map((table) => [
          table.name,
          String(table.columns.length),
          String(table.rows),
          table.bytes === null ? '' : sizeOf(table.bytes),
        ]),
      ]);
  }

  #showTable({ tables }: ShownDatabase, name: string): number {
    const table = tables.find((one) => one.name === name);
    const names = tables.map((one) => one.name);
    if (table === undefined) throw new UsageError(`There is no table "${name}".${didYouMean(name, names)}`);
    if (this.json) this.line(JSON.stringify(table, null, 2));
    else
      this.table(
        table.columns.map((column) => [
          column.name,
          column.type,
          column.nullable ? 'null' : 'not null',
          column.default ? 'default' : '',
        ]),
      );
    return 0;
  }
}

const sizeOf = (bytes: number): string => {
  const units = ['B', 'KB', 'MB', 'GB', 'TB'];
  const power = Math.min(units.length - 1, bytes < 1 ? 0 : Math.floor(Math.log2(bytes) / 10));
  return `${(bytes / 1024 ** power).toFixed(power === 0 ? 0 : 1)} ${units[power]}`;
};
