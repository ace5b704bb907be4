import { relative, sep } from 'node:path';
import type { Application } from '@taproot/core';
import type { Generator } from '@taproot/dev/generator';
import { filesIn, moduleFolders } from '../migrations/module-folder.ts';
import { migrationStub } from './migration-stub.ts';

const folderOf = ({ config, basePath }: Application): string =>
  moduleFolders(config.database.migrations, basePath).source;

/** `20261121093000`, in UTC, so that files of several people sort by time. */
const timestamp = (date: Date): string => date.toISOString().replaceAll(/\D/g, '').slice(0, 14);

/** `make:migration`: a draft with the statements for a table, or with an empty change. */
export const makeMigration: Generator = {
  kind: 'migration',
  details:
    '`create_<table>` has the statements for a table, `add_<column>_to_<table>` and `drop_<column>_from_<table>` those for columns; any other name gives room for a change. The file is a draft: it does not run before you remove its line `export const draft = true;`.',
  examples: [
    ['A table', 'npx taproot make:migration create_posts'],
    ['A change', 'npx taproot make:migration add_role_to_users'],
  ],

  async checkName(name, { app, taken }) {
    const own = name.in('_');
    const same = (await filesIn(folderOf(app))).find((file) => file.replace(/^\d+_|\.[cm]?[jt]s$/g, '') === own);
    if (same !== undefined) throw taken(own, `the name of ${same}`, `${own}_2`);
  },

  blueprint(name, { app }) {
    const folder = relative(app.basePath, folderOf(app)).replaceAll(sep, '/');
    const path = `${folder}/${timestamp(new Date())}_${name.in('_')}.ts`;
    return {
      files: [{ path, text: migrationStub(name.in('_')) }],
      declares: [],
      claims: null,
      registration: null,
      next: ['Write it and remove its line "export const draft"; then npx taproot migrate runs it.'],
    };
  },
};
