import { Command, Option } from '@taproot/console/command';
import { DangerousCommand } from './dangerous-command.ts';

/** `migrate:refresh`: undoes every migration and runs it again, which tests each `down()`. */
export class MigrateRefresh extends DangerousCommand {
  static override paths = [['migrate:refresh']];

  static override usage = Command.Usage({
    details: 'Every migration is rolled back with its down(), then all run. Tables that no migration made stay.',
    examples: [
      ['Down and up again', 'npx taproot migrate:refresh'],
      ['With the rows of the seeders', 'npx taproot migrate:refresh --seed'],
    ],
  });

  seeds = Option.Boolean('--seed', false, { description: 'Run the seeders afterwards' });

  override async execute(): Promise<number> {
    if (!(await this.agree('Roll back every migration and run all again?'))) return 1;
    const migrator = this.app.facades.Migrator(this.connection);
    for (const name of await migrator.rollback({ step: Number.POSITIVE_INFINITY }))
      this.line(`${this.style.yellow('undone')}  ${name}`);
    for (const name of await migrator.latest()) this.line(`${this.style.green('ran')}  ${name}`);
    if (this.seeds) await this.seed();
    return 0;
  }
}
