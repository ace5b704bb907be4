import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Command } from '@taproot/console/command';
import { type Blueprint, type GeneratedName, GeneratorCommand } from '@taproot/console/generator';
import { databasesOf } from '../connection/database-runtime.ts';
import { factoryStub, fileOf, type KnownColumn } from './factory-stub.ts';
import { plural } from './plural.ts';

/** `make:factory`: a factory of the rows of a table, with its columns where the table exists. */
export class MakeFactory extends GeneratorCommand {
  static override paths = [['make:factory']];

  static override usage = Command.Usage({
    details:
      'The name is that of a row: `post` is a factory of the table `posts`. Columns that need a value are written down if the table exists in the database.',
    examples: [['Rows of posts', 'npx taproot make:factory post']],
  });

  protected readonly kind = 'factory';
  #tables: ReadonlyMap<string, readonly KnownColumn[]> = new Map();

  override async execute(): Promise<number> {
    this.#tables = await this.#read();
    return super.execute();
  }

  protected override blueprint(name: GeneratedName): Blueprint {
    const row = name.without('factory');
    const stem = row.in('_');
    const table = [plural(stem), stem, `${stem}s`, `${stem}es`].find((one) => this.#tables.has(one));
    const declared = row.ending('factory').camel;
    return {
      files: [
        {
          path: `database/factories/${row.ending('factory').in('-')}.ts`,
          text: factoryStub({
            name: declared,
            table: table ?? plural(stem),
            columns: this.#tables.get(table ?? '') ?? null,
            hasFactory: (noun) => existsSync(join(this.app.basePath, 'database/factories', fileOf(noun))),
          }),
        },
      ],
      declares: [declared],
      claims: null,
      registration: null,
      next: [`Use it in tests and seeders: await ${declared}.create(db).`],
    };
  }

  /** Empty if the database cannot be reached. You then write the columns into the file yourself. */
  async #read(): Promise<ReadonlyMap<string, readonly KnownColumn[]>> {
    try {
      const tables = await databasesOf(this.app).connection().db.introspection.getTables();
      return new Map(tables.map(({ name, columns }) => [name, columns]));
    } catch {
      return new Map();
    }
  }
}
