import { relative, sep } from 'node:path';
import type { Generator } from '@taproot/dev/generator';
import { filesIn, moduleFolders } from '../migrations/module-folder.ts';
import { seederName } from '../migrations/seeders.ts';

/** The file of a seeder, without its ending. An existing seeder keeps its number; a new one runs after all others. */
const fileOf = (name: string, existing: readonly string[]): string => {
  const files = existing.map((file) => file.replace(/\.[cm]?[jt]s$/, ''));
  const same = files.find((file) => seederName(file) === name);
  const last = Math.max(0, ...files.map((file) => Number.parseInt(file, 10) || 0));
  return same ?? `${String(last + 1).padStart(2, '0')}_${name}`;
};

const stub = (table: string): string => `import type { Seeder } from '@taproot/database';

/** Rows for development and tests. It may run more than once. */
export const seed: Seeder = async (_db) => {
  // Rename _db to db and write the rows, for example:
  // await db.insertInto('${table}').values({ name: 'Ada' }).execute();
};
`;

/** `make:seeder`: a seeder with a number that makes it run after all others. */
export const makeSeeder: Generator = {
  kind: 'seeder',
  details: 'Its number says when `db:seed` runs it: seeders run in the order of their files.',
  examples: [['Rows of users', 'npx taproot make:seeder users']],

  async blueprint(name, { app }) {
    const { source } = moduleFolders(app.config.database.seeders, app.basePath);
    const folder = relative(app.basePath, source).replaceAll(sep, '/');
    return {
      files: [{ path: `${folder}/${fileOf(name.in('_'), await filesIn(source))}.ts`, text: stub(name.in('_')) }],
      declares: [],
      claims: null,
      registration: null,
      next: [`Write it; then npx taproot db:seed ${name.in('_')} runs it.`],
    };
  },
};
