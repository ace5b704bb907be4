import { answered, failed, type Tool } from '../tool.ts';
import { argumentsOf, count, option, reads, text } from './arguments.ts';
import { type CommandLine, faultOf, jsonOf } from './command-line.ts';

/** A table as `db:show --json` prints it. */
interface ShownTable {
  readonly name: string;
  readonly rows: number;
  readonly columns: readonly {
    readonly name: string;
    readonly type: string;
    readonly nullable: boolean;
    readonly default: boolean;
  }[];
}

interface ShownDatabase {
  readonly connection: string;
  readonly driver: string;
  readonly version: string;
  readonly tables: readonly ShownTable[];
}

const columnOf = ({ name, type, nullable, default: given }: ShownTable['columns'][number]): string =>
  `${name} ${type}${nullable ? ' null' : ''}${given ? ' default' : ''}`;

const tableLine = ({ name, rows, columns }: ShownTable): string =>
  `${name} (${rows} rows): ${columns.map(columnOf).join(', ')}`;

/** `database`: the schema, and queries that only read. */
export const databaseTool = (commands: CommandLine): Tool => ({
  name: 'database',
  description:
    'Without `sql`, shows the schema of a database: engine, tables, rows, columns with their types. With `sql`, runs one statement that only reads (select, with, explain ...) and shows its rows as JSON. Needs the plugin database().',
  input: argumentsOf({
    sql: text('One statement. The database refuses writes.'),
    connection: text('Another connection than the default one.'),
    limit: count('At most so many rows; 100 when left out.', 10_000),
  }),
  hints: reads,
  async run({ sql, connection, limit }, { signal }) {
    const on = option('connection', connection);
    if (typeof sql === 'string' && sql.trim() !== '') {
      if (sql.startsWith('-')) return failed('A statement begins with a word such as select.');
      return commands.answer(
        ['db:query', sql, ...on, '--limit', String(typeof limit === 'number' ? limit : 100)],
        signal,
      );
    }
    const outcome = await commands.run(['db:show', '--json', ...on], signal);
    if (outcome.code !== 0) return faultOf(outcome);
    const { connection: name, driver, version, tables } = jsonOf(outcome.stdout) as ShownDatabase;
    const lines =
      tables.length === 0 ? ['There are no tables. `npx taproot migrate` creates them.'] : tables.map(tableLine);
    return answered([`Connection ${name}: ${driver} ${version}`, ...lines].join('\n'));
  },
});
