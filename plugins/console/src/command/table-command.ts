import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Option } from 'clipanion';
import { Command } from './command.ts';

const listed = (statements: readonly string[]): string =>
  statements.map((text) => (text.includes('\n') ? `    \`${text}\`,` : `    '${text}',`)).join('\n');

/** The table or index that a statement makes, such as `table queue_jobs`. */
const madeBy = (statement: string): string =>
  /^create (?:unique )?((?:table|index) [\w.]+)/.exec(statement)?.[1] ?? statement;

/** The statements of which no migration makes the same. */
const unmade = (statements: readonly string[], migrations: string): readonly string[] =>
  statements.filter((statement) => !new RegExp(`\\b${madeBy(statement)}\\b`).test(migrations));

/**
 * A command that writes a migration for the tables of a package. If the folder has that migration already, it writes one for the tables and
 * indexes that a later version of the package has gained; it refuses if there are none.
 */
export abstract class TableCommand extends Command {
  /** Folder of the migrations, relative to the application. */
  folder = Option.String('--path', 'database/migrations', { description: 'Folder of the migrations' });

  /** Name of the migration, without its time. */
  protected abstract readonly migration: string;
  /** The statements that create the tables, and those that drop them. */
  protected abstract readonly tables: { readonly up: readonly string[]; readonly down: readonly string[] };
  /** The error when there is such a migration. */
  protected abstract exists(file: string): Error;

  override async execute(): Promise<void> {
    const path = join(this.context.root, this.folder);
    await mkdir(path, { recursive: true });
    const files = await readdir(path, { withFileTypes: true });
    const there = files.find(({ name }) => name.includes(`_${this.migration}.`));
    let { up, down } = this.tables;
    if (there !== undefined) {
      const texts = files.filter((file) => file.isFile()).map(({ name }) => readFile(join(path, name), 'utf8'));
      up = unmade(up, (await Promise.all(texts)).join('\n'));
      if (up.length === 0) throw this.exists(`${this.folder}/${there.name}`);
      const made = new Set(up.map(madeBy));
      down = down.filter((statement) => made.has(statement.replace(/^drop /, '')));
    }
    const time = new Date().toISOString().replaceAll(/\D/g, '').slice(0, 14);
    const file = `${time}_${there === undefined ? '' : 'later_'}${this.migration}.ts`;
    await writeFile(join(path, file), migrationOf(up, down), { flag: 'wx' });
    this.line(`${this.style.green('created')}  ${this.folder}/${file}`);
  }
}

/** The file contains the statements themselves, so that the migration never changes. */
const migrationOf = (
  up: readonly string[],
  down: readonly string[],
): string => `import { type MigrationDb, sql } from '@taproot/database';

const run = async (db: MigrationDb, statements: readonly string[]): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db);
};

export const up = (db: MigrationDb): Promise<void> =>
  run(db, [
${listed(up)}
  ]);

export const down = (db: MigrationDb): Promise<void> =>
  run(db, [${down.map((text) => `'${text}'`).join(', ')}]);
`;
