import { Command, Option } from '@taproot/console/command';
import { DangerousCommand } from './dangerous-command.ts';

/** `db:wipe`: drops every table and view. */
export class DbWipe extends DangerousCommand {
  static override paths = [['db:wipe']];

  static override usage = Command.Usage({
    details: 'Every table and view is dropped with its rows; on PostgreSQL, those of the current schema and its types.',
    examples: [['An empty database', 'npx taproot db:wipe']],
  });

  override async execute(): Promise<number> {
    if (!(await this.agree('Drop every table?'))) return 1;
    await this.app.facades.Migrator(this.connection).wipe();
    this.line('Every table was dropped.');
    return 0;
  }
}

/** `db:seed`: runs seeders. */
export class DbSeed extends DangerousCommand {
  static override paths = [['db:seed']];
  static readonly rest: string = 'seeder';

  static override usage = Command.Usage({
    details: 'Seeders run in the order of their files.',
    examples: [
      ['Every seeder', 'npx taproot db:seed'],
      ['Some of them', 'npx taproot db:seed users posts'],
    ],
  });

  /** The seeders to run; without names, all seeders. */
  names = Option.Rest();

  override async execute(): Promise<number> {
    if (!(await this.agree(null))) return 1;
    if ((await this.seed(this.names)) === 0)
      this.line('There are no seeders. `npx taproot make:seeder users` writes one.');
    return 0;
  }
}
