import { readdir } from 'node:fs/promises';
import { relative, sep } from 'node:path';
import { Command } from '@taproot/console/command';
import { hasCode } from '@taproot/core';
import { type Blueprint, type GeneratedName, GeneratorCommand } from '@taproot/dev/generator';
import { moduleFolders } from '../migrations/module-folder.ts';
import { seederName } from '../migrations/seeders.ts';

/** `make:seeder`: a seeder, numbered so that it runs after those that exist. */
export class MakeSeeder extends GeneratorCommand {
  static override paths = [['make:seeder']];

  static override usage = Command.Usage({
    details: 'Its number says when `db:seed` runs it: seeders run in the order of their files.',
    examples: [['Rows of users', 'npx taproot make:seeder users']],
  });

  protected readonly kind = 'seeder';
  #files: readonly string[] | null = null;

  override async execute(): Promise<number> {
    this.#files = await this.#read();
    return super.execute();
  }

  protected override blueprint(name: GeneratedName): Blueprint {
    const folder = relative(this.app.basePath, this.#folder).replaceAll(sep, '/');
    return {
      files: [{ path: `${folder}/${this.#fileOf(name.in('_'))}.ts`, text: stub(name.in('_')) }],
      declares: [],
      claims: null,
      registration: null,
      next: [`Write it; then npx taproot db:seed ${name.in('_')} runs it.`],
    };
  }

  /** A seeder that exists keeps its number. */
  #fileOf(name: string): string {
    const files = (this.#files ?? []).map((file) => file.replace(/\.[cm]?[jt]s$/, ''));
    const same = files.find((file) => seederName(file) === name);
    const last = Math.max(0, ...files.map((file) => Number.parseInt(file, 10) || 0));
    return same ?? `${String(last + 1).padStart(2, '0')}_${name}`;
  }

  get #folder(): string {
    return moduleFolders(this.app.config.database.seeders, this.app.basePath).source;
  }

  async #read(): Promise<readonly string[]> {
    try {
      return await readdir(this.#folder);
    } catch (error) {
      if (hasCode(error, 'ENOENT')) return [];
      throw error;
    }
  }
}

const stub = (table: string): string => `import type { Seeder } from '@taproot/database';

/** Rows for development and tests. It may run more than once. */
export const seed: Seeder = async (_db) => {
  // Rename _db to db and write the rows, for example:
  // await db.insertInto('${table}').values({ name: 'Ada' }).execute();
};
`;
