import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Command, Option } from '@taproot/console/command';
import { errors } from '../errors.ts';
import { cacheTables } from '../tables.ts';

const name = 'create_cache_tables';

/** The file contains the statements themselves, so that the migration never changes. */
const migration = (): string => `import { type MigrationDb, sql } from '@taproot/database';

const run = async (db: MigrationDb, statements: readonly string[]): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db);
};

export const up = (db: MigrationDb): Promise<void> =>
  run(db, [
${cacheTables.up.map((text) => (text.includes('\n') ? `    \`${text}\`,` : `    '${text}',`)).join('\n')}
  ]);

export const down = (db: MigrationDb): Promise<void> =>
  run(db, [${cacheTables.down.map((text) => `'${text}'`).join(', ')}]);
`;

/** `cache:table` writes a migration for the tables of values and locks. */
export class CacheTable extends Command {
  static override paths = [['cache:table']];

  static override usage = Command.Usage({
    details: 'For the store "database" of values or of locks.',
    examples: [['Into database/migrations', 'npx taproot cache:table']],
  });

  folder = Option.String('--path', 'database/migrations', { description: 'Folder of the migrations' });

  override async execute(): Promise<void> {
    const path = join(this.context.root, this.folder);
    await mkdir(path, { recursive: true });
    const there = (await readdir(path)).find((file) => file.includes(`_${name}.`));
    if (there !== undefined) throw errors.E_CACHE_TABLE_EXISTS({ file: `${this.folder}/${there}` });
    const time = new Date().toISOString().replaceAll(/\D/g, '').slice(0, 14);
    const file = `${time}_${name}.ts`;
    await writeFile(join(path, file), migration(), { flag: 'wx' });
    this.line(`${this.style.green('created')}  ${this.folder}/${file}`);
  }
}
