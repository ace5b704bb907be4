import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Application } from '@taproot/core';
import type { Generator } from '@taproot/dev/generator';
import { databasesOf } from '../connection/database-runtime.ts';
import { factoryStub, fileOf, type KnownColumn } from './factory-stub.ts';
import { plural } from './plural.ts';

/** The columns of each table; empty if the database cannot be reached; the file then has a comment in their place. */
const columnsIn = async (app: Application): Promise<ReadonlyMap<string, readonly KnownColumn[]>> => {
  try {
    const tables = await databasesOf(app).connection().db.introspection.getTables();
    return new Map(tables.map(({ name, columns }) => [name, columns]));
  } catch {
    return new Map();
  }
};

/** `make:factory`: a factory of the rows of a table, with its columns where the table exists. */
export const makeFactory: Generator = {
  kind: 'factory',
  details:
    'The name is that of a row: `post` is a factory of the table `posts`. Columns that need a value are written down if the table exists in the database.',
  examples: [['Rows of posts', 'npx taproot make:factory post']],

  async blueprint(name, { app }) {
    const tables = await columnsIn(app);
    const row = name.without('factory');
    const stem = row.in('_');
    const table = [plural(stem), stem, `${stem}s`, `${stem}es`].find((one) => tables.has(one));
    const declared = row.ending('factory').camel;
    return {
      files: [
        {
          path: `database/factories/${row.ending('factory').in('-')}.ts`,
          text: factoryStub({
            name: declared,
            table: table ?? plural(stem),
            columns: tables.get(table ?? '') ?? null,
            hasFactory: (noun) => existsSync(join(app.basePath, 'database/factories', fileOf(noun))),
          }),
        },
      ],
      declares: [declared],
      claims: null,
      registration: null,
      next: [`Use it in tests and seeders: await ${declared}.create(db).`],
    };
  },
};
