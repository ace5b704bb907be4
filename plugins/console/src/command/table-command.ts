import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Option } from 'clipanion';
import { Command } from './command.ts';

const listed = (statements: readonly string[]): string =>
  statements.map((text) => (text.includes('\n') ? `    \`${text}\`,` : `    '${text}',`)).join('\n');

/** A command that writes a migration for the tables of a package. It refuses if the folder has that migration already. */
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
    const there = (await readdir(path)).find((file) => file.includes(`_${this.migration}.`));
    if (there !== undefined) throw this.exists(`${this.folder}/${there}`);
    const time = new Date().toISOString().replaceAll(/\D/g, '').slice(0, 14);
    const file = `${time}_${this.migration}.ts`;
    await writeFile(join(path, file), this.#source(), { flag: 'wx' });
    this.line(`${this.style.green('created')}  ${this.folder}/${file}`);
  }

  /** The file contains the statements themselves, so that the migration never changes. */
  #source(): string {
    const { up, down } = this.tables;
    return `import { type MigrationDb, sql } from '@taproot/database';

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
  }
}
