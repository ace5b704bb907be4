import { readdir } from 'node:fs/promises';
import { relative, sep } from 'node:path';
import { Command } from '@taproot/console/command';
import { hasCode } from '@taproot/core';
import { type Blueprint, type GeneratedName, GeneratorCommand } from '@taproot/dev/generator';
import { moduleFolders } from '../migrations/module-folder.ts';
import { migrationStub } from './migration-stub.ts';

/** `make:migration`: a draft with the statements for a table, or with room for a change to one. */
export class MakeMigration extends GeneratorCommand {
  static override paths = [['make:migration']];

  static override usage = Command.Usage({
    details:
      '`create_<table>` has the statements for a table, `add_<column>_to_<table>` and `drop_<column>_from_<table>` those for columns; any other name gives room for a change. The file is a draft: it does not run before you remove its line `export const draft = true;`.',
    examples: [
      ['A table', 'npx taproot make:migration create_posts'],
      ['A change', 'npx taproot make:migration add_role_to_users'],
    ],
  });

  protected readonly kind = 'migration';
  readonly #time = timestamp(new Date());

  protected override async checkName(name: GeneratedName): Promise<void> {
    const own = name.in('_');
    const same = (await this.#files()).find((file) => file.replace(/^\d+_|\.[cm]?[jt]s$/g, '') === own);
    if (same !== undefined) throw this.taken(own, `the name of ${same}`, `${own}_2`);
  }

  protected override blueprint(name: GeneratedName): Blueprint {
    const folder = relative(this.app.basePath, this.#folder).replaceAll(sep, '/');
    const path = `${folder}/${this.#time}_${name.in('_')}.ts`;
    const text = migrationStub(name.in('_'));
    return {
      files: [{ path, text }],
      declares: [],
      claims: null,
      registration: null,
      next: ['Write it and remove its line "export const draft"; then npx taproot migrate runs it.'],
    };
  }

  get #folder(): string {
    return moduleFolders(this.app.config.database.migrations, this.app.basePath).source;
  }

  async #files(): Promise<readonly string[]> {
    try {
      return await readdir(this.#folder);
    } catch (error) {
      if (hasCode(error, 'ENOENT')) return [];
      throw error;
    }
  }
}

/** `20261121093000`, in UTC, so that files of several people sort by time. */
const timestamp = (date: Date): string => date.toISOString().replaceAll(/\D/g, '').slice(0, 14);
