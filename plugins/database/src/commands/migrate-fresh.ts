import { Command, Option } from '@taproot/console/command';
import { DangerousCommand } from './dangerous-command.ts';

/** `migrate:fresh`: an empty database with every table. */
export class MigrateFresh extends DangerousCommand {
  static override paths = [['migrate:fresh']];

  static override usage = Command.Usage({
    details:
      'Every table and view is dropped with its rows, also those that no migration made. Then all migrations run.',
    examples: [
      ['Start from nothing', 'npx taproot migrate:fresh'],
      ['With the rows of the seeders', 'npx taproot migrate:fresh --seed'],
    ],
  });

  seeds = Option.Boolean('--seed', false, { description: 'Run the seeders afterwards' });

  override async execute(): Promise<number> {
    if (!(await this.agree('Drop every table and run all migrations?'))) return 1;
    for (const name of await this.app.facades.Migrator(this.connection).fresh())
      this.line(`${this.style.green('ran')}  ${name}`);
    if (this.seeds) await this.seed();
    return 0;
  }
}
